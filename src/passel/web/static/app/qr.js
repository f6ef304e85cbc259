/**
 * A text as a QR code (ISO/IEC 18004), as one path to draw. It is made here and not by a server: the
 * links of rooms and seats are secrets, and it works without a network.
 */
import { correction, generate } from "../vendor/qr.js";

/** Light modules around it, so that a camera finds it. */
const QUIET = 4;

/**
 * The code of a text, corrected where up to 15 % of it cannot be read.
 * @param {string} text
 * @returns {{ size: number, path: string }} The width and height in modules, with what must stay
 *   light around it; the dark modules as an SVG path.
 */
export function qr(text) {
  const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
  const code = generate(text, level);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      const from = x;
      while (code.get(x, y)) x++;
      if (x > from) path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  }
  return { size: code.size + 2 * QUIET, path };
}
