// What things are made of: small textures drawn by rule, in greys that a thing's own colour tints.
import { THREE } from "nicegui-scene";

const SIZE = 256;

// how a finish shines, and how many metres one copy of its texture covers
export const FINISHES = {
  "": { roughness: 0.5 },
  plastic: { roughness: 0.32 },
  rubber: { roughness: 0.9 },
  metal: { roughness: 0.35, metalness: 0.75 },
  cloth: { roughness: 0.95, texture: "felt", tile_m: 0.25 },
  skin: { roughness: 0.7 },
  wood: { roughness: 0.6, texture: "grain", tile_m: 0.5 },
  felt: { roughness: 1, texture: "felt", tile_m: 0.3 },
  grass: { roughness: 1, texture: "grass", tile_m: 0.8 },
  net: { roughness: 1, texture: "net", tile_m: 0.1, isCutOut: true },
  football: { roughness: 0.45, texture: "football" },
};

const PAINTERS = { wood: planks, grain, felt, stone: felt, grass, net, football };
const painted = new Map();

export function textureOf(name, anisotropy = 1) {
  if (!PAINTERS[name]) return null;
  if (!painted.has(name)) painted.set(name, paint(name, anisotropy));
  return painted.get(name);
}

function paint(name, anisotropy) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = name === "wood" ? 2 * SIZE : SIZE;
  PAINTERS[name](canvas.getContext("2d"), canvas.width, chance(7));
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = anisotropy;
  return texture;
}

// The same numbers between 0 and 1 every time.
function chance(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

const grey = (tone) => `rgb(${tone},${tone},${tone})`;

function planks(pen, size, random) {
  const count = 8, width = size / count;
  for (let plank = 0; plank < count; plank++) {
    const joint = random() * size;
    for (const [top, height] of [[joint - size, size], [joint, size]]) {
      pen.fillStyle = grey(234 + Math.floor(21 * random()));
      pen.fillRect(plank * width, top, width, height);
      fibres(pen, plank * width, top, width, height, 16, random);
      pen.fillStyle = "rgba(70,45,20,.32)";
      pen.fillRect(plank * width, top, width, 2);
    }
    pen.fillStyle = "rgba(70,45,20,.3)";
    pen.fillRect(plank * width, 0, 1.5, size);
  }
}

function grain(pen, size, random) {
  pen.fillStyle = grey(240);
  pen.fillRect(0, 0, size, size);
  fibres(pen, 0, 0, size, size, 150, random);
}

function fibres(pen, left, top, width, height, count, random) {
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  for (let fibre = 0; fibre < count; fibre++) {
    const x = left + width * random(), sway = 4 * (random() - 0.5);
    pen.strokeStyle = `rgba(90,55,20,${0.03 + 0.07 * random()})`;
    pen.lineWidth = 0.6 + 1.4 * random();
    pen.beginPath();
    pen.moveTo(x, top);
    pen.bezierCurveTo(x + sway, top + height / 3, x - sway, top + 2 * height / 3, x, top + height);
    pen.stroke();
  }
  pen.restore();
}

function speckles(pen, size, random, { base, spread }) {
  const pixels = pen.createImageData(size, size);
  for (let place = 0; place < pixels.data.length; place += 4) {
    const tone = base + spread * (random() + random() - 1);
    pixels.data.set([tone, tone, tone, 255], place);
  }
  pen.putImageData(pixels, 0, 0);
}

function felt(pen, size, random) {
  speckles(pen, size, random, { base: 236, spread: 20 });
}

function grass(pen, size, random) {
  speckles(pen, size, random, { base: 222, spread: 34 });
  for (let blade = 0; blade < 1500; blade++) {
    const x = size * random(), y = size * random(), light = random() < 0.5;
    pen.strokeStyle = light ? "rgba(255,255,255,.16)" : "rgba(0,25,0,.16)";
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 5 * (random() - 0.5), y - 3 - 5 * random());
    pen.stroke();
  }
}

function net(pen, size) {
  pen.clearRect(0, 0, size, size);
  pen.strokeStyle = "#fff";
  pen.lineWidth = 18;
  pen.strokeRect(0, 0, size, size);
}

// A sphere unrolled: twelve dark patches, as on a ball of leather.
function football(pen, size) {
  pen.fillStyle = grey(255);
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = grey(24);
  const patch = (longitude, latitude) => {
    const radius = 0.36, steps = 28;
    for (const shift of [-1, 0, 1]) {
      pen.beginPath();
      for (let step = 0; step <= steps; step++) {
        const turn = (2 * Math.PI * step) / steps;
        const up = latitude + radius * Math.sin(turn), wide = Math.max(0.25, Math.cos(latitude));
        const x = (longitude + radius * Math.cos(turn) / wide) / (2 * Math.PI) + shift, y = 0.5 - up / Math.PI;
        pen[step ? "lineTo" : "moveTo"](x * size, y * size);
      }
      pen.fill();
    }
  };
  const high = Math.atan(0.5);
  for (let number = 0; number < 5; number++) {
    patch((2 * Math.PI * number) / 5, high);
    patch((2 * Math.PI * (number + 0.5)) / 5, -high);
  }
  const cap = Math.round(size * 0.36 / Math.PI);
  pen.fillRect(0, 0, size, cap);
  pen.fillRect(0, size - cap, size, cap);
}
