/** Dice for experiments: quick, repeatable from a number, and of no use where somebody could gain by guessing. */

/** The values that 32 bits can have. */
const VALUES = 2 ** 32;

export class Shaker {
  /** @param {number} seed A whole number; the same seed throws the same. */
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** 32 bits (Steele and Vigna, splitmix32 with the constants of murmur3). */
  #bits() {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  }

  /** A number from 0 to `bound` - 1, each equally likely. @param {number} bound */
  below(bound) {
    const limit = VALUES - (VALUES % bound);
    for (;;) {
      const bits = this.#bits();
      if (bits < limit) return bits % bound;
    }
  }
}
