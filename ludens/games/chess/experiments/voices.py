"""The synthetic voices of the experiment chess-language: two lists that share no voice."""

# Beams, scales and thresholds were chosen with these.
TUNING_VOICES = (
    "espeak-ng:en-us",
    "espeak-ng:en-gb+f2",
    "espeak-ng:en-029+m3",
    "espeak-ng:en-gb-scotland",
    "flite:kal16",
    "festival:kal_diphone",
    "pico:en-GB",
)

# The figures are these voices' alone.
VOICES = (
    "espeak-ng:en-gb-x-rp",
    "espeak-ng:en-gb-x-rp+f4",
    "espeak-ng:en-gb-x-gbclan+m4",
    "espeak-ng:en-gb-x-gbcwmd+f1",
    "espeak-ng:en-gb+m2",
    "espeak-ng:en-gb+edward",
    "espeak-ng:en-gb+Mario@1.15",
    "espeak-ng:en-us+f3",
    "espeak-ng:en-us+f5",
    "espeak-ng:en-us+m1",
    "espeak-ng:en-us+m7@0.85",
    "espeak-ng:en-us+Andrea",
    "espeak-ng:en-us+linda@0.9",
    "espeak-ng:en-us+steph",
    "espeak-ng:en-us+max",
    "espeak-ng:en-us+Annie",
    "espeak-ng:en-us+klatt4",
    "flite:slt",
    "flite:awb",
    "flite:rms",
    "festival:ked_diphone",
    "festival:cmu_us_slt_arctic_hts",
    "pico:en-US",
)
