/**
 * Asks the page's engine what Python was asked (vectors.py) and says where the answers differ.
 * It runs in Node (main.mjs) and in a browser's page alike.
 */

const MODULES = [
  ...["dice", "errors", "fair", "game", "notation", "options", "policy", "review", "rules", "sha256"],
  ...["solve", "variants"],
];

/** Twins of the library that lie beside the engine. */
const BESIDE = ["rollout", "reasons"];

/** Win probabilities that differ by no more are the same. */
const NEAR = 1e-9;

/** @typedef {Record<string, any>} Engine The engine's modules by their names. */
/** @typedef {{ where: string, expected: unknown, met: unknown }} Difference */

/**
 * The engine that lies at an address.
 *
 * @param {string} base Ends with a slash.
 * @returns {Promise<Engine>}
 */
export async function loadEngine(base) {
  const modules = MODULES.map(async (name) => [name, await import(`${base}${name}.js`)]);
  for (const name of BESIDE) modules.push(import(`${base}../app/${name}.js`).then((module) => [name, module]));
  return Object.fromEntries(await Promise.all(modules));
}

/**
 * Ask everything.
 *
 * @param {Engine} engine
 * @param {Record<string, any>} vectors
 * @returns {{ asked: number, differences: Difference[] }} How many answers were compared, and the
 *   ones that are not the same.
 */
export function run(engine, vectors) {
  const { dice, fair, game, notation, options, policy, reasons, review, rollout, rules, sha256, solve, variants } = engine;
  /** @type {Difference[]} */
  const differences = [];
  let asked = 0;

  /** @type {(where: string, expected: unknown, met: unknown) => void} */
  function same(where, expected, met) {
    asked++;
    if (stable(expected) !== stable(met)) differences.push({ where, expected, met });
  }

  /** @type {(where: string, expected: number[], met: number[]) => void} */
  function near(where, expected, met) {
    asked++;
    const same = expected.length === met.length && expected.every((each, place) => Math.abs(each - met[place]) <= NEAR);
    if (!same) differences.push({ where, expected, met });
  }

  /** What a question answers, in the shape of a vector: `{ answer }` or `{ error }`. @param {() => unknown} question */
  function ask(question) {
    try {
      return { answer: question() };
    } catch (error) {
      return { error: errorData(engine, error) };
    }
  }

  /** @param {Record<string, any>} vector */
  const told = ({ answer, error }) => (error ? { error } : { answer });

  /** A state's fields, in the order of vectors.py. @param {any} state */
  const fields = (state) => {
    const { scores, to_move, turn_total, must_roll, round, first, dice, out, playoff, roll_off } = state;
    const legal = game.legalActions(state).map(actionText);
    const ended = game.outcome(state);
    return [
      ...[scores, to_move, turn_total, must_roll, round, first, dice, out, playoff, roll_off],
      ...[legal, ended && [ended.winners, ended.reason]],
    ];
  };

  variants.load(vectors.catalogue);

  for (const vector of vectors.rules) {
    const met = ask(() => {
      const named = variants.rules(vector.text);
      const fitting = options.OPTIONS.filter((/** @type {any} */ each) => each.fits(named));
      return {
        name: variants.name(named),
        rules: named,
        options: fitting.map((/** @type {any} */ each) => [
          each.name,
          each.read(named),
          each.takes(named),
        ]),
        steady: policy.steady(named),
      };
    });
    same(`rules ${stable(vector.text)}`, told(vector), met);
  }

  for (const [place, vector] of vectors.games.entries()) {
    const where = `game ${place}, ${vector.rules}, ${vector.seats} seats`;
    const begun = ask(() => game.start(variants.rules(vector.rules), vector.seats, vector.scores, vector.first));
    if (vector.start.error || begun.error) {
      same(`${where}, start`, vector.start, begun);
      continue;
    }
    let state = begun.answer;
    const states = [state];
    const events = [];
    for (const [step, [event, expected]] of vector.steps.entries()) {
      const met = ask(() => game.apply(state, event));
      if (met.error) {
        same(`${where}, step ${step}: ${stable(event)}`, expected, met);
      } else {
        state = met.answer;
        states.push(state);
        events.push(event);
        same(`${where}, step ${step}: ${stable(event)}`, expected, fields(state));
        if (!Object.isFrozen(state)) same(`${where}, step ${step}`, "a frozen state", "a loose one");
      }
    }
    // Only now: an event that altered an earlier state would show here.
    const sound = vector.steps.map((/** @type {any[]} */ step) => step[1]).filter(Array.isArray);
    same(`${where}, all states`, [vector.start, ...sound], states.map(fields));
    const record = { start: states[0], events, names: [], tags: [] };
    const again = notation.states(record);
    same(`${where}, its states`, [states.length, fields(state)], [again.length, fields(again[events.length])]);
    same(`${where}, record`, { answer: vector.record }, ask(() => notation.printRecord(record)));
  }

  for (const vector of vectors.records) {
    const met = ask(() => {
      const record = notation.parseRecord(vector.text);
      return [notation.printRecord(record), fields(notation.final(record))];
    });
    same(`record ${stable(vector.text)}`, told(vector), met);
  }

  for (const vector of vectors.positions) {
    const met = ask(() => {
      const state = notation.parsePosition(vector.text);
      return [notation.printPosition(state), fields(state)];
    });
    same(`position ${stable(vector.text)}`, told(vector), met);
  }

  for (const vector of vectors.throws) {
    const met = ask(() => {
      const { total, chances } = game.throws(notation.parsePosition(vector.position));
      const sum = chances.reduce((/** @type {number} */ all, /** @type {any} */ each) => all + each.weight, 0);
      if (sum !== total) throw new Error(`weights sum to ${sum}, not to ${total}`);
      return chances.map((/** @type {any} */ { effect, weight, faces }) => {
        const by = divisor(weight, total);
        return [[effect.kind, effect.points, effect.must_roll], [weight / by, total / by], faces];
      });
    });
    same(`throws of ${vector.position}`, told(vector), met);
  }

  for (const vector of vectors.policies) {
    const met = ask(() => {
      const state = notation.parsePosition(vector.position);
      const made = policy[vector.policy](...vector.arguments);
      return policy.decide(state.scores.map(() => made), state, new dice.Seeded(vector.seed));
    });
    same(`policy ${vector.policy}(${vector.arguments}) in ${vector.position}`, { answer: vector.events }, met);
  }

  for (const vector of vectors.actions) {
    same(`action ${stable(vector.text)}`, told(vector), ask(() => actionText(notation.parseAction(vector.text))));
  }

  for (const vector of vectors.seeded) {
    const seed = typeof vector.seed === "string" ? vector.seed : bytes(vector.seed.hex);
    const source = new dice.Seeded(seed, vector.game, vector.seats, vector.thrown);
    for (const [kind, many, expected] of vector.asks) {
      const met = kind === "number" ? source.below(many) : source.throw(kind, many);
      same(`dice of seed ${stable(vector.seed)}, game ${vector.game}: ${kind} ${many}`, expected, met);
    }
  }

  for (const vector of vectors.hmac) {
    const message = bytes(vector.message);
    same(`SHA-256 of ${vector.message}`, vector.sha256, hex(sha256.sha256(message)));
    same(`HMAC of ${vector.message}`, vector.hmac, hex(sha256.hmac(bytes(vector.key), message)));
  }

  for (const vector of vectors.fair) {
    const met = ask(() => {
      const verdict = fair.verify(notation.parseRecord(vector.text));
      return [verdict, verdict.difference && fair.turnLine(vector.text, verdict.difference.turn)];
    });
    same(`dice of ${stable(vector.text)}`, told(vector), met);
  }

  for (const [place, vector] of vectors.solutions.entries()) {
    const where = `solution ${place}, ${vector.rules.id}`;
    /** @type {any} */
    const { answer: solution, error: refused } = ask(() => solve.solve(vector.rules));
    if (vector.error || refused) {
      same(where, vector.error?.code, refused?.code ?? refused);
      continue;
    }
    const again = solve.solve(vector.rules, solution.cells);
    same(`${where}, foretold`, true, solve.effort(vector.rules) > 0);
    for (const [fields, win, values] of vector.states) {
      const state = stateOf(vector.rules, fields);
      const asked = `${where}, ${stable(fields)}`;
      near(asked, [win, 1 - win, ...values], [
        ...[1, 2].map((seat) => solution.win(state, seat)),
        ...(state.to_move.length ? solution.values(state) : []),
      ]);
      same(`${asked}, kept`, solution.win(state), again.win(state));
    }
    for (const expected of vector.games) {
      const asked = `${where}, review of ${stable(expected.events)}`;
      const met = review.review({ start: stateOf(vector.rules, expected.start), events: expected.events }, solution);
      const { wins, decisions, throws, sums } = met;
      /** @param {any} made */
      const decided = ({ place, seat, chosen, best }) => [place, seat, actionText(chosen), best.map(actionText)];
      same(asked, expected.decisions, decisions.map(decided));
      for (const [at, [code, parts]] of expected.reasons.entries()) {
        const { state, actions, wins, best } = decisions[at];
        const found = reasons.reason(state, { actions, wins, best: actions.map((/** @type {any} */ each) => best.includes(each)) });
        same(`${asked}, reason ${at}`, [code, ...Object.keys(parts)].sort(), [found.code, ...Object.keys(found.parts)].sort());
        near(`${asked}, numbers of reason ${at}`, Object.values(parts), Object.keys(parts).map((name) => found.parts[name]));
      }
      same(asked, expected.throws, throws.map((/** @type {any} */ each) => [each.place, each.seat]));
      near(`${asked}, wins`, expected.wins, wins);
      near(`${asked}, costs`, expected.costs, decisions.map((/** @type {any} */ each) => each.cost));
      near(`${asked}, luck`, expected.luck, throws.map((/** @type {any} */ each) => each.after - each.before));
      near(`${asked}, sums`, expected.sums.flat(), sums.flatMap((/** @type {any} */ each) => Object.values(each)));
      for (const { start, result, luck, lost, given } of sums) near(`${asked}, adds up`, [result - start], [luck - lost + given]);
    }
  }

  for (const { position, seat, games, wins, errors, certain, best } of vectors.rollouts) {
    const state = notation.parsePosition(position);
    const tally = rollout.tally(state);
    /** @param {number} game */
    const diceOf = (game) => new dice.Seeded("seed", `rollout ${game}`);
    for (const part of [2, games - 2]) rollout.play(tally, state, seat, part, diceOf);
    const met = rollout.found(tally);
    near(`rollout of ${position}`, [...wins, ...errors], [...met.wins, ...met.errors]);
    same(`best by rollout of ${position}`, best, met.best);
    const last = game.legalActions(state).map((/** @type {any} */ action) => rollout.isLast(state, seat, action));
    same(`what is certain in ${position}`, certain, last);
  }

  // Drawn dice answer differently every time; here they only have to be dice.
  const drawn = new dice.Drawn();
  const faces = Array.from(Array(400), () => drawn.throw("die", 2)).flat();
  same("faces of fair dice", [1, 2, 3, 4, 5, 6], [...new Set(faces)].sort());
  same("a fair number below 1", 0, drawn.below(1));
  rules.checkThrow(variants.rules("pass-the-pigs"), drawn.throw("pig", 2));

  return { asked, differences };
}

/** An error in the shape of vectors.py; one that is none of the engine's is told in full. @type {(engine: Engine, error: any) => unknown} */
function errorData({ errors, notation }, error) {
  if (!(error instanceof errors.PasselError)) return String(/** @type {Error} */ (error).stack ?? error);
  const { code, parts, line, column, token, expected, kept } = error;
  const data = { type: error.constructor.name, code, parts };
  if (error instanceof errors.NotationError) {
    return { ...data, line, column, token, expected, kept: kept && notation.printRecord(kept) };
  }
  return error instanceof errors.IllegalEvent ? { ...data, expected: notation.expected(error.state) } : data;
}

/** A state of its fields, in the order of passel/game.py. @type {(rules: any, fields: any[]) => any} */
function stateOf(rules, [scores, to_move, turn_total, must_roll, round, first, dice, out, playoff, roll_off]) {
  return { rules, scores, to_move, turn_total, must_roll, round, first, dice, out, playoff, roll_off };
}

/** @param {{ kind: string, dice: number }} action */
const actionText = ({ kind, dice }) => (dice ? `${kind} ${dice}` : kind);

/** A value as JSON with its keys in order. @type {(value: unknown) => string} */
function stable(value) {
  return JSON.stringify(value, (_, each) =>
    each && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** @type {(a: number, b: number) => number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
