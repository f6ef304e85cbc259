/**
 * SHA-256 and its HMAC (FIPS 180-4, RFC 2104), for pages on plain http, where `crypto.subtle` is
 * missing. Short messages at a human's pace: written to be read.
 */

const BLOCK = 64;

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);

/** The first 32 bits of the fractions of the primes' roots, exactly. @param {number} degree */
const fractions = (degree) =>
  primes.map((prime) => {
    const power = BigInt(prime) << BigInt(32 * degree);
    let root = BigInt(Math.floor(prime ** (1 / degree) * 2 ** 32)) + 9n;
    while (root ** BigInt(degree) > power) root--;
    return Number(root & 0xffffffffn);
  });

const START = fractions(2).slice(0, 8);
const ROUNDS = fractions(3);

/** @type {(word: number, by: number) => number} */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The digest of some bytes: 32 bytes. @param {Uint8Array} message */
export function sha256(message) {
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / BLOCK) * BLOCK));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 4, message.length * 8);

  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const [early, late] = [w[t - 15], w[t - 2]];
      w[t] =
        t < 16
          ? padded.getUint32(at + 4 * t)
          : w[t - 16] +
            (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
            w[t - 7] +
            (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
      const one =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] += word));
  }
  return joined(...Array.from(hash, bigEndian));
}

/** HMAC-SHA-256: 32 bytes. @type {(key: Uint8Array, message: Uint8Array) => Uint8Array} */
export function hmac(key, message) {
  const pad = new Uint8Array(BLOCK);
  pad.set(key.length > BLOCK ? sha256(key) : key);
  /** @param {number} mask */
  const keyed = (mask) => pad.map((byte) => byte ^ mask);
  return sha256(joined(keyed(0x5c), sha256(joined(keyed(0x36), message))));
}

/** Some bytes, one after the other. @param {Uint8Array[]} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The lowest 32 bits of a whole number in 4 bytes. @param {number} number */
export function bigEndian(number) {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, number);
  return new Uint8Array(bytes.buffer);
}
