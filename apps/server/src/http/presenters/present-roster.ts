import type { RosterRow } from '@fieldhouse/contract/teams/roster'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { listSlots } from './present-lineup.ts'
import { presentAvailability } from './present-player-game.ts'

/** The slots of a roster in display order, including empty starting slots. */
export function presentRoster(lineup: TeamLineup, nflWeek: NflWeek): RosterRow[] {
  return listSlots(lineup).map(({ slotId, entry }, index) => ({
    id: index + 1,
    slot_id: slotId,
    ...presentPlayer(entry, nflWeek),
  }))
}

export type PlayerWeekContext = Omit<RosterRow, 'id' | 'slot_id' | 'espn_id' | 'player'>

const NO_CONTEXT: PlayerWeekContext = {
  nfl_team: null,
  opp: null,
  home_away: null,
  is_bye: false,
  kickoff_ts: null,
  nfl_game: null,
  proj: null,
  actual: null,
  injury_status: null,
  vegas_spread: null,
  vegas_total: null,
  weather_desc: null,
  weather_temp_f: null,
  weather_icon: null,
}

function presentPlayer(entry: LineupEntry | null, nflWeek: NflWeek): Omit<RosterRow, 'id' | 'slot_id'> {
  if (entry === null) return { espn_id: null, player: null, ...NO_CONTEXT }
  return {
    espn_id: entry.playerId,
    player: entry.name,
    ...presentPlayerWeek(entry.playerId, entry, entry.nflTeamId, nflWeek),
  }
}

/** Without an entry, only the NFL game is known. */
export function presentPlayerWeek(
  playerId: number,
  entry: LineupEntry | null,
  nflTeamId: number | null,
  nflWeek: NflWeek,
): PlayerWeekContext {
  return {
    ...NO_CONTEXT,
    proj: pointsToDecimalOrNull(entry?.projectedPoints ?? null),
    actual: pointsToDecimalOrNull(entry?.points ?? null),
    ...presentAvailability({ playerId, nflTeamId, injuryStatus: entry?.injuryStatus ?? null }, nflWeek),
    ...(nflTeamId === null ? {} : presentGame(nflTeamId, nflWeek)),
  }
}

function presentGame(nflTeamId: number, nflWeek: NflWeek): Partial<PlayerWeekContext> {
  const { opponentId, side, kickoff, spread, total, weather } = teamWeekOf(nflWeek, nflTeamId)
  return {
    nfl_team: nflAbbrev(nflTeamId),
    opp: nflAbbrev(opponentId),
    home_away: side === 'away' ? '@' : side,
    kickoff_ts: kickoff?.getTime() ?? null,
    vegas_spread: spread,
    vegas_total: total,
    weather_desc: weather?.description ?? null,
    weather_temp_f: weather?.fahrenheit ?? null,
    weather_icon: weather?.icon ?? null,
  }
}

export function nflAbbrev(nflTeamId: number | null): string | null {
  return nflTeamId === null ? null : (nflTeamById(nflTeamId)?.abbrev ?? null)
}
