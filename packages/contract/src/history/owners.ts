import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { OWNER_MARKS } from '@fieldhouse/domain/history/owner-marks'
import { z } from 'zod'
import { LeaguePath, ScoringFormat, TeamRecord, TeamRecordOrNull } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { GameRecord, OwnerFinishes, OwnerSummary, PlayedGame } from './history.ts'

const { get } = operationsOf('history')

/** The name of an owner as the history lists it, case-insensitive. */
export const OwnerName = z.string().trim().min(1, 'Choose an owner.').max(200, 'That owner name is too long.')

export const OwnerPath = LeaguePath.extend({ owner: OwnerName })

const GameTotals = z.object({
  games: z.int(),
  ...TeamRecord.shape,
  pf: z.number(),
  pa: z.number(),
  /** Share of games won, from 0 to 1, with a tie as half a win; null without games. */
  win_pct: z.number().nullable(),
  /** Points per game; null without games. */
  ppg: z.number().nullable(),
})

export type GameTotals = z.infer<typeof GameTotals>

const Rivalry = z.object({
  /** 0 to 100; null before three games. */
  index: z.number().nullable(),
  /** Games decided by 10 points or less. */
  close_games: z.int(),
  /** Without consolation games. */
  playoff_games: z.int(),
  met_in_final: z.boolean(),
})

export const compareOwners = get('/api/league/:league/owner-compare/', {
  summary: 'Compares two owners over every finished game, from the perspective of `a`',
  ...MEMBER_READ,
  errors: ['same_owner', 'owner_not_found'],
  querystring: z.object({ a: OwnerName, b: OwnerName }),
  response: z.object({
    a: z.string(),
    b: z.string(),
    summary: GameTotals,
    /** How heated the pairing is. Missing in responses that a page cached before it was added. */
    rivalry: Rivalry.optional(),
    /** Oldest first. */
    games: z.array(PlayedGame),
  }),
})

/** The finished games of two owners, playoffs included, from the perspective of `a`. */
const OwnerPair = GameTotals.extend({
  a: z.string(),
  b: z.string(),
  playoff_games: z.int(),
  last_season: z.int(),
})

export const listOwnerPairs = get('/api/league/:league/history/pairs/', {
  summary: 'The head-to-head records of all pairs of owners that have met',
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season'] },
  response: z.object({
    /** Everyone who owned a team, ordered by name. */
    owners: z.array(z.string()),
    /** Each pair once. `a` comes before `b` in `owners`, and the pairs are in that order. */
    pairs: z.array(OwnerPair),
  }),
})

/** `/owners/{slug}.jpg` is the same picture, of a league of the current user. */
export const getOwnerPicture = get('/api/league/:league/owners/:owner/picture/', {
  summary: "Downloads an owner's picture as a JPEG",
  ...MEMBER_READ,
  errors: ['owner_not_found', 'picture_not_found'],
  params: OwnerPath,
  response: z.file(),
})

const OwnerSeason = z.object({
  season: z.int(),
  scoring_format: ScoringFormat,
  is_finished: z.boolean(),
  is_champion: z.boolean(),
  rank: z.int(),
  teams: z.int(),
  team_id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  ...TeamRecordOrNull.shape,
  /** null if unknown, as are the points against. */
  pf: z.number().nullable(),
  pa: z.number().nullable(),
  /** Average points for of all teams in the season; null if unknown. */
  mean_pf: z.number().nullable(),
})

const Rival = GameTotals.extend({ owner: z.string(), picture: z.string().nullable() })

const OwnerGame = z.object({ side: z.enum(['home', 'away']), game: PlayedGame })

export const getOwner = get('/api/league/:league/owners/:owner/', {
  summary: 'Returns the history of one owner in a league',
  ...MEMBER_READ,
  errors: ['owner_not_found'],
  params: OwnerPath,
  response: OwnerSummary.extend({
    /** Every name that the provider had for the person, newest first. */
    known_as: z.array(z.string()),
    totals: OwnerFinishes,
    /** Playoff games, including consolation games. */
    playoffs: GameTotals,
    /** Oldest first. An owner of two teams in a year has two entries for it. */
    seasons: z.array(OwnerSeason),
    records: z.array(z.object({ name: z.enum(RECORD_NAMES), record: GameRecord })),
    /** At most five games that count for records, highest own score first. */
    best_games: z.array(OwnerGame),
    /** Like `best_games`, but lowest own score first. */
    worst_games: z.array(OwnerGame),
    /** Every opponent, most frequent first. */
    rivals: z.array(Rival),
    // The fields below are missing in responses that a page cached before they were added.
    /** Finished seasons in a row in the top three or in the bottom third, oldest first. */
    marks: z.array(z.object({ kind: z.enum(OWNER_MARKS), seasons: z.array(z.int()) })).optional(),
    /**
     * The owner's longest run of regular-season wins in one season, the earliest of equal ones; null without two
     * wins in a row. A tie ends it. `is_league_record` if no owner has a longer one, or an equal one that ended
     * earlier. Weeks are matchup periods.
     */
    longest_streak: z
      .object({
        season: z.int(),
        wins: z.int(),
        first_week: z.int(),
        last_week: z.int(),
        is_league_record: z.boolean(),
      })
      .nullable()
      .optional(),
    /**
     * The opponent with the owner's lowest win percentage in at least three games; of those tied, the one with more
     * games, then the larger point difference. null without such an opponent, or if it is the favorite one.
     */
    nemesis: Rival.nullable().optional(),
    /** Like `nemesis`, but the highest win percentage. */
    favorite_opponent: Rival.nullable().optional(),
  }),
})
