"""The studio: one web page on which a person watches, steers and tunes any game.

It knows runs, messages and debug streams; what it shows of a game, the game's `StudioPage` says. Importing
this package is cheap; the web server is loaded by `ludens.studio.web.server` only.
"""
