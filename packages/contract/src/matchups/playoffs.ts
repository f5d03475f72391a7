import { z } from 'zod'
import { SeasonHeader, SeasonQuery, TeamLink, TeamPeople } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { PlayoffRound } from './matchups.ts'

const { get } = operationsOf('matchups')

const PairingSide = z.object({
  team_id: z.int(),
  /** The score over all weeks of the pairing; null before it begins, and in category leagues. */
  score: z.number().nullable(),
})

/** A playoff matchup of two teams. A pairing over several matchup periods has a game in each. */
export const Pairing = z.object({
  round: PlayoffRound,
  games: z.array(z.object({ week: z.int(), game_id: z.int() })),
  state: z.enum(['before', 'live', 'final']),
  home: PairingSide,
  away: PairingSide,
  /** The team that advanced or won; null until that is decided, and after a tie that decides nothing. */
  winner_team_id: z.int().nullable(),
})

export type Pairing = z.infer<typeof Pairing>

/** The teams that a side of a projected pairing can be, best seed first; one if it is known. Never empty. */
const ProjectedSide = z.object({ team_ids: z.array(z.int()) })

/** A pairing of the championship that the provider has not set, and that has no game yet. */
export const ProjectedPairing = z.object({
  round: PlayoffRound,
  /** The better seed first. */
  sides: z.array(ProjectedSide).length(2),
})

const Projection = z.object({
  pairings: z.array(ProjectedPairing),
  /** The teams that would advance without a game, best seed first. */
  byes: z.array(z.int()),
})

export const BracketRound = z.object({
  name: z.string(),
  /** The matchup periods of the round, in order. */
  weeks: z.array(z.int()),
  /** The NFL weeks of the round, in order; empty if the calendar is unknown. */
  nfl_weeks: z.array(z.int()),
  /** Empty for a round whose teams are not known yet. */
  championship: z.array(Pairing),
  /** The teams that advance without a game, best seed first. */
  byes: z.array(z.int()),
  /**
   * What the provider has not set in a running season, as the seeds so far and the finished games give it. Empty if
   * nothing is missing, before the first week is completed, and if the settings for it are unknown. Missing in
   * responses that a page cached before it was added.
   */
  projected: Projection.optional(),
  /** The game for third place first. */
  consolation: z.array(Pairing),
})

export type BracketRound = z.infer<typeof BracketRound>

const BracketTeam = TeamLink.extend({
  /** The playoff seed; before the playoffs, the seed by the standings so far. null if unknown. */
  seed: z.int().nullable(),
  ...TeamPeople,
})

export const getBracket = get('/api/league/:league/insights/bracket/', {
  summary: "The provider's playoff bracket of a season, with the consolation games",
  ...MEMBER_READ,
  cache: { view: 'league', reads: ['league', 'season', 'people'] },
  querystring: SeasonQuery,
  response: SeasonHeader.extend({
    /**
     * `unknown`: no bracket is stored, such as in a season with standings only, or the stored playoff games do not
     * show who plays for the championship. `before`: the playoffs have not begun.
     */
    status: z.enum(['unknown', 'before', 'in_progress', 'finished']),
    /** False if the league's settings have no playoffs in this season. */
    has_playoffs: z.boolean(),
    /** Whether the best seed left always plays the worst one; null if unknown. Can be missing like `projected`. */
    is_reseeded: z.boolean().nullable().optional(),
    /** In order; also rounds to come. Empty if the bracket is unknown. */
    rounds: z.array(BracketRound),
    /** Every team in the rounds, best seed first. */
    teams: z.array(BracketTeam),
    champion_team_id: z.int().nullable(),
  }),
})
