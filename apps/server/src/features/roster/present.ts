import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getMyRoster, RosterRow } from '@fieldhouse/contract/roster'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import type { LeagueScope } from '../../auth/league-access-store.ts'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { listSlots } from '../../http/presenters/present-lineup.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** The provider's statuses for a player without an injury designation. */
const HEALTHY_STATUSES = ['ACTIVE', 'NORMAL']

type RosterView = Pick<
  ResponseOf<typeof getMyRoster>,
  'season' | 'scoring_format' | 'week' | 'weeks' | 'players'
>

export function presentMyRoster(
  roster: RosterView,
  team: Pick<LeagueTeam, 'teamId'> | null,
  league: Pick<LeagueScope, 'seasonNote' | 'espnLeagueId'>,
  freshness: Freshness,
): ResponseOf<typeof getMyRoster> {
  return {
    ...roster,
    season_note: league.seasonNote,
    espn_team_id: team?.teamId ?? null,
    espn_league_id: league.espnLeagueId,
    ...presentFreshness(freshness),
  }
}

/** The slots of a roster in display order, including empty starting slots. */
export function presentRoster(lineup: TeamLineup, nflWeek: NflWeek): RosterRow[] {
  return listSlots(lineup).map(({ slotId, entry }, index) => ({
    id: index + 1,
    slot_id: slotId,
    ...presentPlayer(entry, nflWeek),
  }))
}

type PresentedPlayer = Omit<RosterRow, 'id' | 'slot_id'>

const EMPTY_PLAYER: PresentedPlayer = {
  espn_id: null,
  player: null,
  nfl_team: null,
  opp: null,
  home_away: null,
  is_bye: false,
  kickoff_ts: null,
  proj: null,
  actual: null,
  injury_status: null,
  vegas_spread: null,
  vegas_total: null,
  weather_desc: null,
  weather_temp_f: null,
  weather_icon: null,
}

function presentPlayer(entry: LineupEntry | null, nflWeek: NflWeek): PresentedPlayer {
  if (entry === null) return EMPTY_PLAYER
  return {
    ...EMPTY_PLAYER,
    espn_id: entry.playerId,
    player: entry.name,
    proj: pointsToDecimalOrNull(entry.projectedPoints),
    actual: pointsToDecimalOrNull(entry.points),
    injury_status: HEALTHY_STATUSES.includes(entry.injuryStatus ?? 'NORMAL') ? null : entry.injuryStatus,
    ...(entry.nflTeamId === null ? {} : presentGame(entry.nflTeamId, nflWeek)),
  }
}

function presentGame(nflTeamId: number, nflWeek: NflWeek): Partial<PresentedPlayer> {
  const { isBye, opponentId, side, kickoff, spread, total, weather } = teamWeekOf(nflWeek, nflTeamId)
  return {
    nfl_team: abbrevOf(nflTeamId),
    opp: abbrevOf(opponentId),
    home_away: side === 'away' ? '@' : side,
    is_bye: isBye,
    kickoff_ts: kickoff?.getTime() ?? null,
    vegas_spread: spread,
    vegas_total: total,
    weather_desc: weather?.description ?? null,
    weather_temp_f: weather?.fahrenheit ?? null,
    weather_icon: weather?.icon ?? null,
  }
}

function abbrevOf(nflTeamId: number | null): string | null {
  return nflTeamId === null ? null : (nflTeamById(nflTeamId)?.abbrev ?? null)
}
