// Poses come ten times a second, or seldom; between them everything glides from where it is drawn to where it was last seen.
import { THREE } from "nicegui-scene";

const LONGEST_MS = 260;
const JUMP_M = 0.5; // farther than anything moves between two looks: a new run, a jump in time, a carried robot

export class Gliding {
  begin(groups) {
    this.groups = groups;
    this.glides = new Map(); // number of an entity -> { from, to, began }
    this.period = 110; // between two packets, in milliseconds, as it was lately
    this.last = 0;
    this.run = -1;
  }

  // { run, entities: [number, ...], poses: Float32Array of x, y, z, qx, qy, qz, qw for each }
  take(packet, now) {
    if (!this.groups) return;
    const isNewRun = packet.run !== this.run;
    this.run = packet.run;
    const since = now - this.last;
    this.last = now;
    if (since < 2 * LONGEST_MS) this.period += 0.2 * (Math.min(since, LONGEST_MS) - this.period);
    packet.entities.forEach((number, place) => {
      const group = this.groups[number];
      if (!group) return;
      const [x, y, z, qx, qy, qz, qw] = packet.poses.subarray(7 * place, 7 * place + 7);
      const to = { position: new THREE.Vector3(x, y, z), turn: new THREE.Quaternion(qx, qy, qz, qw) };
      const jumps = isNewRun || group.position.distanceTo(to.position) > JUMP_M;
      const from = jumps ? to : { position: group.position.clone(), turn: group.quaternion.clone() };
      this.glides.set(number, { from, to, began: now });
    });
  }

  // Everything is where it was last seen.
  arrive() {
    this.step(Infinity);
  }

  // Whether anything has moved.
  step(now) {
    if (!this.glides?.size) return false;
    const duration = 1.1 * this.period;
    for (const [number, { from, to, began }] of this.glides) {
      const part = now === Infinity ? 1 : Math.min(1, Math.max(0, (now - began) / duration));
      const group = this.groups[number];
      group.position.lerpVectors(from.position, to.position, part);
      group.quaternion.slerpQuaternions(from.turn, to.turn, part);
      if (part === 1) this.glides.delete(number);
    }
    return true;
  }
}
