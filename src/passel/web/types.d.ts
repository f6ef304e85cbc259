/**
 * The shapes that the page's engine (static/engine/) works on, for `tsc` and for readers; the page
 * itself never loads this file. Fields are named as in Python and on the wire.
 */

/** What one die shows: a number for a die, a letter for a coin or a pig; or a word for all. */
export type Face = number | string;
/** What a whole throw shows. */
export type Faces = readonly Face[];
/** Seats, numbered from 1, in seat order. */
export type Seats = readonly number[];

/** A kind of die. */
export interface Kind {
  /** `die`, `coin` or `pig`. */
  readonly name: string;
  /** What one of them can show; of a die or a coin equally likely. */
  readonly faces: Faces;
  /** The points of each face, in the order of `faces`: 0 to 15. */
  readonly values: readonly number[];
  /** Throws that are one word for all the dice together (`oinker`). */
  readonly words: readonly string[];
  /** Where the dice are not independent: each throw and how often it was seen. */
  readonly counts: readonly (readonly [Faces, number])[];
}

/** A source of throws. */
export interface Dice {
  /** The next throw of `count` dice of a kind. */
  throw(kind: string, count: number): Faces;
  /** A number from 0 to `bound` - 1, each equally likely. */
  below(bound: number): number;
}

/**
 * `gain`: adds points, the turn goes on. `void`: adds nothing, the turn goes on. `bust`: the turn
 * total is lost, the turn is over. `bust_all`: turn total and score are lost. `out`: the seat
 * leaves the game. `refused`: the throw cannot be entered.
 */
export type EffectKind = "gain" | "void" | "bust" | "bust_all" | "out" | "refused";

/** What a throw does. */
export interface Effect {
  readonly kind: EffectKind;
  /** What a gain adds, 0 or more. */
  readonly points: number;
  /** Whether a gain must be followed by another roll. */
  readonly must_roll: boolean;
}

/** One line of the table of throws: the first row whose pattern fits says the effect. */
export interface Row {
  /**
   * Symbols joined by `-`, in any order of the dice: a face; `b` the bust face; `x` equal faces;
   * `?` any face. A last `...` stands for any further dice.
   */
  readonly pattern: string;
  readonly kind: EffectKind;
  /** What a gain adds; null: the sum of the faces' values times `times`. */
  readonly points: number | null;
  /** 1 or more. */
  readonly times: number;
  readonly must_roll: boolean;
}

/** All that a game needs to know (`Rules` in passel/rules.py). */
export interface Rules {
  /** The variant's id in the catalogue. */
  readonly id: string;
  /** The kind of dice. */
  readonly dice: string;
  /** How many are thrown at once; in an announced turn the fewest. */
  readonly count: number;
  readonly rows: readonly Row[];
  readonly turn: "solo" | "announced" | "shared";
  readonly end: "at-once" | "full-round" | "rounds";
  /** 1 to 1,000,000; null where the end is `rounds`. */
  readonly target: number | null;
  /** 1 to 100; null where the end is another. */
  readonly rounds: number | null;
  /** Fewest and most. */
  readonly seats: readonly [number, number];
  readonly tie: "shared" | "playoff";
  /** A seat, `random`, `roll-off` or `loser`. */
  readonly first: string;
  /** Kind and number of the dice that a roll-off throws. */
  readonly roll_off: readonly [string, number];
  /** 1 to 6. */
  readonly bust_face: number;
  /** What a bust adds to the score, 0 or 1. */
  readonly bust_points: number;
  /** The most dice that can be announced, 1 to 20; null where nothing is. */
  readonly max_dice: number | null;
  readonly pass_allowed: boolean;
  readonly auto_bank: boolean;
  readonly first_throw_safe: boolean;
}

/** One effect that a throw can have. */
export interface Chance {
  readonly effect: Effect;
  /** The probability is `weight` over the distribution's `total`, exactly. */
  readonly weight: number;
  /** One of the throws that do it. */
  readonly faces: Faces;
}

/** The exact distribution of a throw over its effects. */
export interface Distribution {
  /** The sum of the weights, below 2^53 (twenty dice: 6^20). */
  readonly total: number;
  /** One for each effect of positive probability. */
  readonly chances: readonly Chance[];
}

/** A named switch of the rules (`Option` in passel/rules.py). */
export interface OptionData {
  /** As it is written in `pig,target=50`. */
  readonly name: string;
  /** The words that it takes. */
  readonly values: readonly string[];
  /** The fewest and the most that it takes, where it takes a number. */
  readonly limits: readonly [number, number] | null;
  /** Whether it also takes a seat, 1 to the most seats of the rules. */
  readonly seat: boolean;
  /** Which rules it fits: fields and the values that they must have. */
  readonly when: readonly (readonly [keyof Rules, readonly unknown[]])[];
  /** A pattern that the rules must have as a row, or a symbol that a row must use. */
  readonly needs: string | null;
  /** For the effect of the row `needs`: each value's kind, points, times and must_roll. */
  readonly effects: readonly (readonly [EffectKind, number | null, number, boolean])[];
  /** Who plays which value so: the value (empty: any), and an id of docs/sources.md. */
  readonly sources: readonly (readonly [string, string])[];
}

/** A named set of rules, before any option, and where they come from. */
export interface Variant {
  readonly rules: Rules;
  /** Ids of docs/sources.md. */
  readonly sources: readonly string[];
}

/** What passel/web/catalogue.py makes. */
export interface Catalogue {
  readonly dice: readonly Kind[];
  readonly options: readonly OptionData[];
  readonly variants: readonly Variant[];
}

/** The dice showed these faces. */
export interface ThrowEvent {
  readonly type: "throw";
  readonly faces: Faces;
}
/** A seat banks the turn total; in a shared turn it is out until the next round. */
export interface HoldEvent {
  readonly type: "hold";
  readonly seat: number;
}
/** The seat to move will throw so many dice, 1 to the rules' `max_dice`. */
export interface AnnounceEvent {
  readonly type: "announce";
  readonly dice: number;
}
export type Event = ThrowEvent | HoldEvent | AnnounceEvent;

/** What a seat may decide: to hold, to roll, or in hog to roll so many dice (else 0). */
export interface Action {
  readonly kind: "roll" | "hold";
  readonly dice: number;
}

/** Everything that decides how a game goes on (`State` in passel/game.py). */
export interface State {
  readonly rules: Rules;
  /** Banked points, in seat order. */
  readonly scores: readonly number[];
  /**
   * The seats whose decision it is: one, or in a shared turn all that are still in; empty when
   * the game is over and during a roll-off.
   */
  readonly to_move: Seats;
  /** Points at risk this turn. */
  readonly turn_total: number;
  /**
   * Whether holding is not allowed: at the start of a turn (unless passing is), after a throw that
   * must be followed by another, always in announced turns.
   */
  readonly must_roll: boolean;
  /** From 1; stays at the last round when the game is over. */
  readonly round: number;
  /** The seat that plays first; rounds are counted from it. */
  readonly first: number;
  /** How many dice are announced; 0: none. */
  readonly dice: number;
  /** Seats that left the game. */
  readonly out: Seats;
  /** The seats that tied and play on alone; kept when it is over. */
  readonly playoff: Seats;
  /** The throws of this attempt so far, in seat order; null when it is decided who starts. */
  readonly roll_off: readonly Faces[] | null;
}

/** How a game ended. */
export interface Outcome {
  /** The seats with the highest score; each of m winners has 1/m of the win. */
  readonly winners: Seats;
  /** `last-left`: all others left the game. */
  readonly reason: "target" | "rounds" | "last-left";
}

/** A game's rules and everything that happened (`Record` in passel/notation/record.py). */
export interface GameRecord {
  /** The state before the first event. */
  readonly start: State;
  /** What happened, in order; every one legal. */
  readonly events: readonly Event[];
  /** Each seat's name, or null; empty for no names. */
  readonly names: readonly (string | null)[];
  /** Further tags: name and value, in order. */
  readonly tags: readonly (readonly [string, string])[];
}

/** All that the throws of one game are derived from (`Promise` in passel/fair.py). */
export interface Promised {
  readonly game: string;
  /** 64 hexadecimal digits. */
  readonly commitment: string;
  /** What each seat added; empty texts where it added nothing. */
  readonly seats: readonly string[];
  /** 64 hexadecimal digits; null as long as it is not revealed. */
  readonly seed: string | null;
}

/** What checking a record found (`Verdict` in passel/fair.py). */
export interface Fairness {
  /** All but the first three say that nothing could be checked. */
  readonly result: "fair" | "unfair-seed" | "unfair-throw" | "sealed" | "physical" | "unsaid" | "unknown";
  /** How many throws the record has. */
  readonly throws: number;
  /** What the tag Dice says. */
  readonly dice: string | null;
  readonly promise: Promised | null;
  /** The first throw that does not follow from the seed. */
  readonly difference: {
    /** Which throw of the game, from 1. */
    readonly throw: number;
    /** Which turn, from 1, as a record has lines. */
    readonly turn: number;
    /** Whose throw it is; null where all share it. */
    readonly seat: number | null;
    readonly recorded: Faces;
    readonly derived: Faces;
  } | null;
}

/** What a fault is about, by name: numbers, texts, lists of texts. */
export type Parts = Record<string, any>;

/** Where a fault of a text is. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** Of the token's first character, from 1, in code points. */
  readonly column: number;
  /** What was met, as it stands there; empty at the end of a line. */
  readonly token: string;
  /** What could stand there: kinds or texts. */
  readonly expected: readonly string[];
  /** What came before the fault and is sound. */
  readonly kept?: GameRecord | null;
}

/** An action, or actions with weights (1 or more) for one drawn at random. */
export type Choice = Action | readonly (readonly [Action, number])[];
/** What `seat` does in a state; in a shared turn several seats are asked the same. */
export type Policy = (state: State, seat: number) => Choice;

/** What a throw does, as the kernel reads it (`Odds` in passel/exact/odds.py). */
export interface Odds {
  /**
   * Gains above 0: of the throw, first those that leave the choice; in announced turns those of one
   * die, then of two dice and so on.
   */
  readonly jumps: Int32Array;
  /** Their chances. */
  readonly chances: Float64Array;
  /** How many gains leave the choice (solo turns). */
  readonly free: number;
  /** The largest gain, 1 or more. */
  readonly size: number;
  /** The chances of all else; of solo turns at 0, of n announced dice at n. */
  readonly fixed: readonly Fixed[];
  /** Where the gains of n announced dice begin. */
  readonly places: readonly number[];
  /** The most dice that can be announced; 0: turns are rolled and held. */
  readonly most: number;
  /** What a bust adds to the score. */
  readonly points: number;
  /** Whether a seat may hold before its first throw. */
  readonly passing: boolean;
}

/** Chances of a throw, beside its gains. */
export interface Fixed {
  /** To lose the turn total. */
  readonly bust: number;
  /** To lose the score as well. */
  readonly lose: number;
  /** To gain nothing and go on. */
  readonly stay: number;
  /** To gain nothing and have to roll. */
  readonly again: number;
  /** Busts of a seat that must roll and holds as soon as it may are this many times as likely. */
  readonly late: number;
  /** The chance that such a seat comes to hold. */
  readonly settle: number;
}

/** Room for one turn at a time. */
export interface Work {
  /** By turn total: the value where holding is allowed. */
  readonly may: Float64Array;
  /** By turn total: the value of rolling; in announced turns by number of dice. */
  readonly must: Float64Array;
  /** The lowest turn total from which so many in a row are held that no throw jumps over them. */
  low: number;
}

/** A turn that was played, and the value of its start. */
export interface Turn extends Work {
  readonly value: number;
}

export type MakeWork = (length: number) => Work;

/**
 * The value of rolling at the start of a turn, and of every turn total on the way; in announced
 * turns of the best number of dice. All values are the mover's.
 *
 * @param row What the next seat has, by score: `row[at + k]` when a turn total of k is held.
 * @param at Where the turn begins in it.
 * @param top From this turn total on it is best to hold, 1 or more.
 * @param tail See `FillTails`; the turn begins at `tailAt`.
 * @param bust What a bust is worth.
 * @param lose What the loss of the score is worth.
 * @param start What holding a turn total of 0 is worth, or gaining nothing with announced dice.
 */
export type PlayTurn = (
  odds: Odds, work: Work, row: Float64Array, at: number, top: number, tail: Float64Array, tailAt: number,
  bust: number, lose: number, start: number,
) => number;

/**
 * What rolling once more, and holding as soon as one may, is worth beside busts, in `tail`; and in
 * `edge` by how much holding is better, at this score and at every higher one. Where that is at
 * least what busts are worth, holding is best from here on.
 *
 * @param row The next seat's cells; beyond `last` it does not change.
 * @param rowAt Where in it the score 0 stands.
 * @param at Where in `tail` and `edge` the score `first` stands.
 */
export type FillTails = (
  odds: Odds, row: Float64Array, rowAt: number, first: number, last: number,
  tail: Float64Array, edge: Float64Array, at: number,
) => void;

export type MakeOdds = (rules: Rules) => Odds;

/**
 * One turn, played best, where what comes after it is known.
 *
 * @param hold What holding is worth, by turn total; beyond its last as much as there.
 * @param bust What a bust is worth.
 * @param lose What the loss of the score is worth.
 */
export type PlayKnown = (odds: Odds, hold: readonly number[], bust: number, lose: number) => Turn;

/** A number of points that follows from the odds. */
export type Bound = (odds: Odds) => number;

/** The end of a game that compares scores (`Ending` in passel/exact/ending.py). */
export interface Ending {
  /** Leads are looked at up to here; 0: no scores are compared. */
  readonly far: number;
  /** A tie at the end, for the seat that plays first; with a play-off it is about to begin it. */
  tied(score: number): number;
  /** These scores at the end, for the seat with `own`, which has played second. */
  compare(own: number, other: number): number;
  /** The last turn at these scores, for the seat with `own`, at its start. */
  second(own: number, other: number): number;
}

export type MakeEnding = (odds: Odds, rules: Rules) => Ending;

/** Whose turn it is, as far as it changes play. */
export interface Phase {
  /**
   * 0: the seat that plays first, or either where that makes no difference; 1: the other; where
   * rounds are counted 0 to 2 * rounds - 1.
   */
  readonly index: number;
  /** Whether it is a round of a play-off. */
  readonly playoff: boolean;
}

/**
 * Two seats that both play the best (`Solution` in passel/exact/solve.py).
 *
 * A number is a win probability between 0 and 1. A shared win is one half; so is a game that both
 * seats would rather never end.
 */
export interface Solution {
  readonly rules: Rules;
  /** The values of all turn starts, by own score and other; to be kept. */
  readonly cells: Float64Array;
  /** The mover's for each of `legalActions`, both playing the best afterwards; somebody is to move. */
  values(state: State): number[];
  /** A seat's in any state; else the mover's, or seat 1's when nobody is to move. */
  win(state: State, seat?: number): number;
}

/** `known`: the cells of these rules, where they were solved before. */
export type Solve = (rules: Rules, known?: Float64Array | null) => Solution;

/** What could be done in a position (`Advice` in passel/exact/advise.py). */
export interface Advice {
  readonly state: State;
  /** The seat to move; all numbers are its. */
  readonly seat: number;
  readonly actions: readonly Action[];
  /** The win probability after each. */
  readonly wins: readonly number[];
  /** Those that are equal to the best. */
  readonly best: readonly Action[];
}

export type Advise = (state: State, solution: Solution) => Advice;

/** One decision of a game; what could be done, and what was. */
export interface Decision extends Advice {
  /** The index of the event that shows it. */
  readonly place: number;
  readonly chosen: Action;
  /** The win probability that it gave away, 0 to 1. */
  readonly cost: number;
}

/** One throw of a game. */
export interface Luck {
  readonly place: number;
  /** The seat that threw; in a roll-off too. Both numbers are its. */
  readonly seat: number;
  readonly before: number;
  readonly after: number;
}

/** One seat's game: `result - start = luck - lost + given`. */
export interface Sum {
  readonly seat: number;
  readonly start: number;
  readonly result: number;
  /** What all throws together were worth to it, those of the other seat too. */
  readonly luck: number;
  /** What its own decisions gave away, 0 or more. */
  readonly lost: number;
  /** What the other's decisions gave it, 0 or more. */
  readonly given: number;
}

/** What a look back found (`Review` in passel/review.py). */
export interface Review {
  /** Seat 1's win probability before the first event and after each. */
  readonly wins: readonly number[];
  /** Every decision between two or more actions, in order. */
  readonly decisions: readonly Decision[];
  readonly throws: readonly Luck[];
  /** One for each seat. */
  readonly sums: readonly Sum[];
}

/** The game has two seats, and the solution is of its rules. */
export type LookBack = (record: Pick<GameRecord, "start" | "events">, solution: Solution) => Review;
