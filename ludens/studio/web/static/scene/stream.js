// The world by a WebSocket of its own: first what is there, then only what has moved; nothing while nobody looks.
const AGAIN_MS = 1500;
const HEADER_BYTES = 16; // time in seconds (float64), number of the run, number of entities (both uint32)

// world: called with a description; moved: with { time_s, run, entities, poses }. Returns a function that ends it.
export function openStream({ world, moved }) {
  let socket = null, isClosed = false, again = null;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/scene`);
    socket.binaryType = "arraybuffer";
    socket.onopen = tell;
    socket.onmessage = ({ data }) => (typeof data === "string" ? world(JSON.parse(data)) : moved(unpacked(data)));
    socket.onclose = () => (isClosed ? null : (again = setTimeout(open, AGAIN_MS)));
  }
  function tell() {
    if (socket?.readyState === WebSocket.OPEN) socket.send(document.hidden ? "rest" : "look");
  }
  document.addEventListener("visibilitychange", tell);
  open();
  return () => {
    isClosed = true;
    clearTimeout(again);
    document.removeEventListener("visibilitychange", tell);
    socket?.close();
  };
}

function unpacked(buffer) {
  const view = new DataView(buffer);
  const count = view.getUint32(12, true);
  return {
    time_s: view.getFloat64(0, true),
    run: view.getUint32(8, true),
    entities: new Uint32Array(buffer, HEADER_BYTES, count),
    poses: new Float32Array(buffer, HEADER_BYTES + 4 * count, 7 * count),
  };
}
