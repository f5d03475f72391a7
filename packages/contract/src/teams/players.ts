import { ACQUISITION_KINDS } from '@fieldhouse/domain/rosters/acquisitions'
import { z } from 'zod'
import { Instant, LeaguePath, PlayerId, SeasonHeader, SeasonQuery, TeamLink, TeamPeople } from '../fields.ts'
import { MEMBER_READ, operationsOf } from '../operation.ts'
import { RosterRow } from './roster.ts'

const { get } = operationsOf('roster')

export const PlayerWeek = z.object({
  /** NFL week. */
  week: z.int(),
  team_id: z.int(),
  slot_id: z.int(),
  is_starter: z.boolean(),
  /** null in a bye week, before the game, if the player did not play, and in leagues that do not play for points. */
  points: z.number().nullable(),
  /** null without a projection, and in leagues that do not play for points. */
  proj: z.number().nullable(),
  /** The player's NFL team in that week; null without a team. */
  nfl_team: z.string().nullable(),
  /** The NFL opponent; null in a bye week and if the schedule is unknown. */
  opp: z.string().nullable(),
  home_away: z.enum(['@', 'home']).nullable(),
})

export type PlayerWeek = z.infer<typeof PlayerWeek>

/** How a team got the player. `other` is any other change, such as a league manager's correction. */
export const Acquisition = z.object({
  how: z.enum(ACQUISITION_KINDS),
  team_id: z.int(),
  from_team_id: z.int().nullable(),
  /** NFL week in which it took effect; 0 before week 1, null for a draft. */
  week: z.int().nullable(),
  /** null for a draft, and if unknown. */
  at: Instant.nullable(),
  /** The bid of a waiver claim or the price in an auction draft; null without one. */
  bid: z.number().nullable(),
  /** The draft pick, counted from 1 over all rounds; null without one. */
  pick: z.int().nullable(),
  round: z.int().nullable(),
})

export const getPlayer = get('/api/league/:league/players/:player/', {
  summary:
    'An NFL player or team defense in the league: this week, the stored weeks of a season, and the team',
  ...MEMBER_READ,
  errors: ['player_not_found'],
  cache: { view: 'league', reads: ['league', 'season', 'people', 'nfl', 'news'] },
  params: LeaguePath.extend({ player: PlayerId }),
  /** `season` defaults to the newest one with a lineup that contains the player. */
  querystring: SeasonQuery,
  /** `seasons` are those with a stored lineup that contains the player. */
  response: SeasonHeader.extend({
    /** The provider's player ID; negative for a team defense. */
    espn_id: z.int(),
    player: z.string(),
    /** Such as `WR` or `D/ST`; null if unknown. */
    position: z.string().nullable(),
    /** The NFL week of `this_week` and `team`; null if the season has none yet. In a past season, its last week. */
    week: z.int().nullable(),
    /** Projection, points and injury status are only known for a player in a lineup of the league. */
    this_week: RosterRow.omit({ id: true, espn_id: true, player: true, slot_id: true }),
    /** The team that has the player in the week; null if none has, and if the lineups of the week are not stored. */
    team: z
      .object({
        team_id: z.int(),
        slot_id: z.int(),
        acquisition: Acquisition.nullable(),
      })
      .nullable(),
    /** Whether the lineups of the week are stored, so that a player without a team is a free agent. */
    has_lineups: z.boolean(),
    /** Every team named in the response, by ID. */
    teams: z.array(
      TeamLink.extend({
        ...TeamPeople,
      }),
    ),
    /** The stored weeks of the season in which a team had the player, in order. */
    games: z.array(PlayerWeek),
    /** Every acquisition in the season that is stored, oldest first. */
    acquisitions: z.array(Acquisition),
  }),
})
