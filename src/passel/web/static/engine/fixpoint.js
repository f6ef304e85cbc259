/** Fixed points of maps that are nearly linear; a shorter twin of passel/exact/fixpoint.py. */

/**
 * The x with image(x) = x. Of its last two steps it takes the combination whose error, if the map
 * were linear, is least: Anderson's acceleration, which for one number is the secant method.
 *
 * @type {(image: (x: number[]) => number[], x: number[]) => number[]}
 */
export function fixpoint(image, x) {
  let last = x;
  let lastError = x;
  for (let step = 0; ; step++) {
    const found = image(x);
    const error = found.map((value, place) => value - x[place]);
    if (step > 400 || error.every((each) => Math.abs(each) < 1e-14)) return found;
    let along = 0;
    let length = 0;
    for (let place = 0; step && place < x.length; place++) {
      const change = error[place] - lastError[place];
      along += change * error[place];
      length += change * change;
    }
    const weight = length && along / length;
    const before = last;
    x = found.map((value, place) => value - weight * (value - before[place]));
    last = found;
    lastError = error;
  }
}
