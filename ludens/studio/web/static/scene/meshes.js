// Meshes of a described world. The shapes of an entity never move against each other: all of one finish become one mesh,
// coloured by its corners, because ten robots of a hundred shapes each would take seconds a picture.
import { THREE } from "nicegui-scene";
import { FINISHES, textureOf } from "./finishes.js";

const BEVEL = 0.12; // of a box's thinnest edge
const MOST_BEVEL_M = 0.008;

export class WorldMeshes {
  constructor(quality) {
    this.quality = quality;
    this.root = new THREE.Group();
    this.materials = new Map();
    this.groups = []; // in the order of the description
    this.byName = new Map();
  }

  build(entities) {
    this.clear();
    this.crowd = entities.reduce((count, entity) => count + entity.shapes.length, 0);
    for (const entity of entities) {
      const group = new THREE.Group();
      group.name = entity.name;
      for (const [key, shapes] of gathered(entity.shapes)) group.add(this.joined(key, shapes));
      this.groups.push(group);
      this.byName.set(entity.name, group);
      this.root.add(group);
    }
  }

  clear() {
    for (const group of this.groups) for (const mesh of group.children) mesh.geometry.dispose();
    this.root.clear();
    this.groups = [];
    this.byName.clear();
  }

  extent() {
    return new THREE.Box3().setFromObject(this.root);
  }

  joined(key, shapes) {
    const { finish, opacity } = JSON.parse(key);
    const corners = { position: [], normal: [], color: [], uv: [] }, index = [];
    const tile_m = FINISHES[finish]?.tile_m;
    const colour = new THREE.Color();
    for (const shape of shapes) {
      const geometry = this.geometryOf(shape);
      const { position, normal, uv } = geometry.attributes, first = corners.position.length / 3;
      colour.setRGB(...shape.colour.slice(0, 3), THREE.SRGBColorSpace);
      corners.position.push(...position.array);
      corners.normal.push(...normal.array);
      for (let corner = 0; corner < position.count; corner++) {
        corners.color.push(colour.r, colour.g, colour.b);
        corners.uv.push(...(tile_m ? flatUv(position, normal, corner, tile_m) : [uv.getX(corner), uv.getY(corner)]));
      }
      for (const corner of geometry.index.array) index.push(first + corner);
      geometry.dispose();
    }
    const geometry = new THREE.BufferGeometry();
    for (const [name, values] of Object.entries(corners))
      geometry.setAttribute(name, new THREE.Float32BufferAttribute(values, name === "uv" ? 2 : 3));
    geometry.setIndex(index);
    const mesh = new THREE.Mesh(geometry, this.materialOf(finish, opacity));
    mesh.castShadow = opacity >= 0.5;
    mesh.receiveShadow = true;
    return mesh;
  }

  materialOf(finish, opacity) {
    const key = `${finish} ${opacity}`;
    if (!this.materials.has(key)) {
      const { roughness, metalness, texture, isCutOut } = FINISHES[finish] ?? FINISHES[""];
      const isClear = opacity < 1 || isCutOut;
      this.materials.set(key, this.quality.material({
        vertexColors: true, roughness, metalness, map: textureOf(texture, this.quality.anisotropy), transparent: Boolean(isClear), opacity,
        depthWrite: !isClear, side: isClear ? THREE.DoubleSide : THREE.FrontSide,
      }));
    }
    return this.materials.get(key);
  }

  geometryOf({ kind, size, position, orientation }) {
    const [x, y, z] = size, [w, i, j, k] = orientation;
    let geometry;
    if (kind === "box") geometry = this.box(x, y, z);
    else if (kind === "sphere") {
      const round = this.quality.roundness(Math.max(...size), this.crowd);
      geometry = new THREE.SphereGeometry(0.5, round, Math.ceil(round * 0.62)).rotateX(Math.PI / 2).scale(x, y, z);
    } else {
      const round = this.quality.roundness(Math.max(x, y), this.crowd);
      geometry = new THREE.CylinderGeometry(0.5, 0.5, 1, round, 1).rotateX(Math.PI / 2).scale(x, y, z);
    }
    const turn = new THREE.Quaternion(i, j, k, w);
    return geometry.applyMatrix4(new THREE.Matrix4().compose(new THREE.Vector3(...position), turn, new THREE.Vector3(1, 1, 1)));
  }

  // A box whose edges are a little round, where that can be seen.
  box(x, y, z) {
    const bevel = Math.min(MOST_BEVEL_M, BEVEL * Math.min(x, y, z));
    if (this.quality.isSoftware || bevel < 0.0004) return new THREE.BoxGeometry(x, y, z);
    const geometry = new THREE.BoxGeometry(x, y, z, 3, 3, 3), { position, normal } = geometry.attributes;
    const inner = new THREE.Vector3(x / 2 - bevel, y / 2 - bevel, z / 2 - bevel), corner = new THREE.Vector3(), out = new THREE.Vector3();
    for (let number = 0; number < position.count; number++) {
      corner.fromBufferAttribute(position, number);
      // The inner rows of corners lie at a third of each edge; they are moved to where the bevel begins.
      for (const [axis, half] of [["x", x / 2], ["y", y / 2], ["z", z / 2]])
        if (Math.abs(corner[axis]) < 0.999 * half) corner[axis] = Math.sign(corner[axis]) * inner[axis];
      const core = corner.clone().clamp(inner.clone().negate(), inner);
      out.copy(corner).sub(core);
      const isEdge = [out.x, out.y, out.z].filter((part) => Math.abs(part) > 0.1 * bevel).length > 1;
      if (out.lengthSq() > 0) out.normalize();
      if (isEdge) corner.copy(core).addScaledVector(out, bevel);
      position.setXYZ(number, corner.x, corner.y, corner.z);
      normal.setXYZ(number, out.x, out.y, out.z);
    }
    return geometry;
  }
}

// Shapes by finish and opacity.
function gathered(shapes) {
  const kinds = new Map();
  for (const shape of shapes) {
    const key = JSON.stringify({ finish: shape.finish ?? "", opacity: shape.colour[3] });
    if (!kinds.has(key)) kinds.set(key, []);
    kinds.get(key).push(shape);
  }
  return kinds;
}

// Where a texture lies on a corner: from the side it faces, in metres.
function flatUv(position, normal, corner, tile_m) {
  const [x, y, z] = [position.getX(corner), position.getY(corner), position.getZ(corner)].map((part) => part / tile_m);
  const [nx, ny, nz] = [normal.getX(corner), normal.getY(corner), normal.getZ(corner)].map(Math.abs);
  if (nz >= nx && nz >= ny) return [x, y];
  return nx >= ny ? [y, z] : [x, z];
}
