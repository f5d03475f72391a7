import { BET_WEEKS } from '@fieldhouse/domain/betslip/betting-week'
import { ODDS_FLAGS } from '@fieldhouse/domain/betslip/odds'
import { MAX_PICK_LENGTH } from '@fieldhouse/domain/betslip/picks-sheet'
import { MARKETS, SELECTION_SIDES } from '@fieldhouse/domain/betslip/selections'
import { LEG_RESULTS, PICK_SETTLERS, SLIP_STATES } from '@fieldhouse/domain/betslip/settlement'
import { z } from 'zod'
import { atMost, Expected, ImportMark, Instant, MemberText, SeasonYear, WeekNumber } from './fields.ts'
import { REFRESH } from './limits.ts'
import { NflGameUpdate } from './matchups.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get, post } = operationsOf('betslip')

const BetWeek = WeekNumber.pipe(z.int().max(BET_WEEKS, `Week must be between 1 and ${BET_WEEKS}.`))

/** Both default to the current ones. */
export const BetWeekQuery = z.object({ season: SeasonYear.optional(), week: BetWeek.optional() })

export const BetWeekBody = z.object({ season: SeasonYear.nullish(), week: BetWeek.nullish() })

export const Owner = z.string().trim().min(1, 'Choose an owner.').max(400, 'The owner name is too long.')

const PickFlag = z.enum(ODDS_FLAGS)

/** Where a pick's text came from: saved on the page, or imported from the league's sheet. */
export const PICK_SOURCES = ['page', 'sheet'] as const

/** The result of a leg; null until it is settled. Push and void legs count as 1.0. */
export const LegResult = z.enum(LEG_RESULTS).nullable()

/** Dollars and cents as text, because the payout of a long parlay can exceed the exact range of a number. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)

/**
 * A bet on an NFL game whose result follows from the final score. `line` is the handicap of the side, or the total; null
 * for a moneyline.
 */
const Selection = z.object({
  game_id: z.int(),
  market: z.enum(MARKETS),
  side: z.enum(SELECTION_SIDES),
  line: z.number().multipleOf(0.5).nullable(),
})

export const Pick = z.object({
  /** The full name, else the username. If members share a name, the username is added in parentheses. */
  owner: z.string(),
  text: z.string(),
  /** American odds from the end of the text; null when it has none. */
  odds: z.int().nullable(),
  flags: z.array(PickFlag),
  result: LegResult,
  settled_by: z.enum(PICK_SETTLERS).nullable(),
  /** What the text bets on, as far as it is understood; null if people have to settle it. */
  selection: Selection.nullable(),
  /** Whether the pick was made from the odds board, so that it is settled by the final score. */
  is_from_board: z.boolean(),
  /** What the final score makes of the selection; null without one, and once the pick is settled. */
  proposed_result: LegResult,
  is_mine: z.boolean(),
  updated_at: Instant,
  imported: ImportMark.optional(),
})

/** The team that pays: the lowest scorer of the previous week. */
export const LowestScorer = z.object({
  team: z.string(),
  owner: z.string(),
  score: z.number(),
  /** The season and NFL week of the score. */
  season: z.int(),
  week: z.int(),
  tied_with: z.array(z.string()),
})

export const Slip = z.object({
  /** `empty` without picks; `returned` when all legs are push or void. */
  state: z.enum(SLIP_STATES),
  /** Number of picks, including push and void legs. */
  legs: z.int(),
  /** Number of legs that count but have no usable odds. `product` and `profit` exclude them. */
  unpriced: z.int(),
  /** The product of the decimal odds, as text with at most nine decimals. */
  product: z.string().regex(/^\d+(?:\.\d{1,9})?$/),
  /** What the bet amount wins or would win, excluding the stake; negative when the slip is lost. */
  profit: Money,
  /** The amount returned, including the stake; null while open, and when won with unpriced legs. */
  returned: Money.nullable(),
})

export const SlipPayment = z.object({
  /** The owner who covers it instead of the lowest scorer; null if the lowest scorer does. */
  covered_by: z.string().nullable(),
  paid: z.boolean(),
})

const BetslipWeek = z.object({ week: z.int(), cutoff: Instant, locked: z.boolean() })

export const getBets = get('/api/league/:league/bets/', {
  summary: 'The picks of a week, sorted by owner',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  querystring: BetWeekQuery,
  response: z.object({
    season: z.int(),
    week: z.int(),
    locked: z.boolean(),
    cutoff: Instant,
    /** The server's current time, for the countdown. */
    now: Instant,
    /** In dollars, for the whole slip. */
    bet_amount: z.number(),
    /** null when the scores are unknown. */
    lowest_scorer: LowestScorer.nullable(),
    payment: SlipPayment.extend({
      /** Whether the current user may note whether it is paid: the one who covers it, and league admins. */
      can_note: z.boolean(),
    }),
    picks: z.array(Pick),
    /** The current user's owner name. */
    owner: z.string(),
    /** Everyone who can make a pick, sorted by name. */
    owners: z.array(z.string()),
    missing: z.array(z.string()),
    /** Whether others' picks are omitted. They are until the cutoff if the league hides picks. */
    hides_picks: z.boolean(),
    /** The parlay of the picks in this response. */
    slip: Slip,
    /** Weeks 1 to 17 of this season. */
    weeks: z.array(BetslipWeek),
    current_week: z.int(),
    has_sheet: z.boolean(),
  }),
})

export const savePick = post('/api/league/:league/bets/save/', {
  summary: "Saves your pick, or any owner's for league admins; replaces the previous pick",
  access: 'member',
  errors: ['no_betslip', 'not_allowed', 'owner_not_found', 'week_locked', 'edit_conflict'],
  body: BetWeekBody.extend({
    owner: Owner,
    text: MemberText.min(1, 'Enter your pick.').max(...atMost('your pick', MAX_PICK_LENGTH)),
    /** What the text bets on, if it was made from the odds board. It is ignored if the text says otherwise. */
    selection: Selection.nullish(),
    /** A null text means no pick. A pick that is hidden from the user is not compared. */
    expected: Expected({ text: z.string().nullable() }),
  }),
  response: z.object({ message: z.string(), pick: Pick }),
})

export const refreshBets = post('/api/league/:league/bets/admin/refresh/', {
  summary: "Imports the picks of all weeks from the league's sheet",
  access: 'league_admin',
  limits: REFRESH,
  errors: [
    'no_betslip',
    'no_sheet',
    'sheet_missing',
    'sheet_private',
    'sheet_unreadable',
    'provider_unavailable',
  ],
  /** `season` applies to rows that don't name one. `week` is ignored: the whole sheet is imported. */
  body: BetWeekBody.extend({
    /** Whether to replace picks of locked weeks as well, which clears their results. Default: false. */
    locked_weeks: z.boolean().optional(),
  }),
  response: z.object({
    message: z.string(),
    /** Number of picks that were added or changed. */
    imported: z.int(),
    unchanged: z.int(),
    /** Picks that were edited here since the last import and therefore not replaced. */
    kept: z.array(z.object({ owner: z.string(), season: z.int(), week: z.int() })),
    /** Sheet rows that were not imported; `row` is 1-based and includes the header row. */
    skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
    /** Number of picks of locked weeks that differ from the sheet and stayed as they are. */
    locked: z.int(),
    /** Number of picks that are hidden from the admin. They are in none of the other numbers and lists. */
    hidden: z.int(),
  }),
})

const PickChange = z.object({
  text: z.string(),
  odds: z.int().nullable(),
  flags: z.array(PickFlag),
  at: Instant,
  by: z.string(),
  via: z.enum(PICK_SOURCES),
  /** Whether the week was already locked: an admin imported locked weeks too. */
  is_after_cutoff: z.boolean(),
  imported: ImportMark.optional(),
})

export const getPickHistory = get('/api/league/:league/bets/history/', {
  summary: "Every version of an owner's pick of a week",
  ...MEMBER_READ,
  errors: ['no_betslip', 'owner_not_found'],
  querystring: BetWeekQuery.extend({ owner: Owner }),
  response: z.object({
    season: z.int(),
    week: z.int(),
    owner: z.string(),
    /** Whether the pick is hidden from the current user until the cutoff; `changes` is then empty. */
    is_hidden: z.boolean(),
    /** Newest first. */
    changes: z.array(PickChange),
  }),
})

const LedgerWeek = z.object({
  week: z.int(),
  /** In dollars. */
  bet_amount: z.number(),
  /** The lowest scorer; null when the scores are unknown. */
  payer: LowestScorer.nullable(),
  payment: SlipPayment,
  slip: Slip,
})

const PickRecord = z.object({
  owner: z.string(),
  won: z.int(),
  lost: z.int(),
  /** Push and void picks. */
  other: z.int(),
  /** 0 to 1; null before the first pick is won or lost. */
  hit_rate: z.number().nullable(),
  /** The mean of the decimal odds; null without usable odds. */
  average_odds: z.number().nullable(),
  /** The won pick with the longest odds. */
  best_hit: z.object({ week: z.int(), text: z.string(), odds: z.int() }).nullable(),
  streak: z.object({ result: z.enum(['won', 'lost']), length: z.int() }).nullable(),
})

export const getBetsLedger = get('/api/league/:league/bets/ledger/', {
  summary: 'The ledger of a season: who covered each slip and what it returned',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  querystring: BetWeekQuery.pick({ season: true }),
  response: z.object({
    season: z.int(),
    notice: z.string(),
    /** Locked weeks with picks, in ascending order. */
    weeks: z.array(LedgerWeek),
    /**
     * Who covers which weeks, and the sum, largest first. Excludes weeks whose payer is unknown. `unpaid_weeks` are
     * the weeks of which nobody has noted that they are paid.
     */
    payers: z.array(
      z.object({
        owner: z.string(),
        weeks: z.array(z.int()),
        paid: Money,
        unpaid_weeks: z.array(z.int()),
      }),
    ),
    /** `staked`, `returned` and `balance` are of the settled weeks. */
    totals: z.object({
      staked: Money,
      returned: Money,
      /** Returned minus staked. */
      balance: Money,
      /** Weeks whose return is not known yet, and their stakes. */
      open_weeks: z.array(z.int()),
      open_staked: Money,
    }),
    /** How the picks of the locked weeks did: best hit rate first. */
    members: z.array(PickRecord),
  }),
})

export const settlePick = post('/api/league/:league/bets/settle/', {
  summary: 'Settles a pick of a locked week; a null result reopens it',
  access: 'league_admin',
  errors: ['no_betslip', 'owner_not_found', 'pick_not_found', 'week_open', 'edit_conflict'],
  body: BetWeekBody.extend({
    owner: Owner,
    result: LegResult,
    expected: Expected({ result: LegResult }),
  }),
  response: z.object({ message: z.string(), pick: Pick, slip: Slip }),
})

export const noteSlipPayment = post('/api/league/:league/bets/payment/', {
  summary:
    "Notes who covers a week's slip, for league admins, or whether it is paid, also for the one who covers it",
  access: 'member',
  errors: ['no_betslip', 'not_allowed', 'owner_not_found'],
  body: BetWeekBody.extend({
    /** null for the lowest scorer. Unchanged if it is missing. */
    covered_by: Owner.nullable().optional(),
    /** Unchanged if it is missing. */
    paid: z.boolean().optional(),
  }),
  response: z.object({ message: z.string(), payment: SlipPayment }),
})

export const exportPicks = get('/api/league/:league/bets/export/', {
  summary: 'The picks of a season, or of one week of it, as a CSV table that the sheet import reads',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  /** Without a week: the whole season. Picks that are hidden from the current user are left out. */
  querystring: BetWeekQuery,
  produces: ['text/csv'],
  response: z.string(),
})

/** American odds; null if the source reports none. */
const Odds = z.int().nullable()

const BoardGame = z.object({
  game_id: z.int(),
  game: NflGameUpdate,
  home_name: z.string(),
  away_name: z.string(),
  /** Whether the rules allow bets on the game: it is played on Sunday or Monday. */
  is_allowed: z.boolean(),
  /** Whether the game can still be bet on: it has not begun, and is neither postponed nor canceled. */
  is_open: z.boolean(),
  /** The last line before kickoff; null if there was none. */
  line: z
    .object({
      /** The handicap of the home team: negative if it is the favorite. */
      spread: z.number().nullable(),
      total: z.number().nullable(),
      odds: z.object({
        home_moneyline: Odds,
        away_moneyline: Odds,
        home_spread: Odds,
        away_spread: Odds,
        over: Odds,
        under: Odds,
      }),
      bookmaker: z.string().nullable(),
      fetched_at: Instant,
    })
    .nullable(),
})

export const getOddsBoard = get('/api/league/:league/bets/board/', {
  summary: 'The NFL games of a betting week with their lines and odds',
  ...MEMBER_READ,
  errors: ['no_betslip'],
  querystring: BetWeekQuery,
  response: z.object({
    season: z.int(),
    week: z.int(),
    /** Earliest first; empty until the schedule is known. */
    games: z.array(BoardGame),
  }),
})
