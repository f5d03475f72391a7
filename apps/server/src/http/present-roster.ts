import type { LineupSpot, PlayerGame } from '@fieldhouse/contract/matchups'
import type { RosterRow } from '@fieldhouse/contract/teams'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import { type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { bySlot, type LineupEntry, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { presentNflGame } from '../repositories/nfl.ts'

/** The slots of a roster in display order, including empty starting slots. */
export function presentRoster(lineup: TeamLineup, nflWeek: NflWeek): RosterRow[] {
  return listSlots(lineup).map(({ slotId, entry }, index) => ({
    id: index + 1,
    slot_id: slotId,
    ...presentPlayer(entry, nflWeek),
  }))
}

type PlayerWeekContext = Omit<RosterRow, 'id' | 'slot_id' | 'espn_id' | 'player'>

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

/** The slots of a lineup in display order, including empty ones. */
function listSlots({ entries, emptySlots }: TeamLineup): { slotId: number; entry: LineupEntry | null }[] {
  const filled = entries.map((entry) => ({ slotId: entry.slotId, entry }))
  const empty = emptySlots.map((slotId) => ({ slotId, entry: null }))
  return [...filled, ...empty].sort(bySlot)
}

/** `nflWeek` is null where the NFL games do not matter. */
export function presentLineup(
  lineups: readonly TeamLineup[],
  teamId: number,
  nflWeek: NflWeek | null = null,
): LineupSpot[] | null {
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  if (lineup === undefined) return null
  return listSlots(lineup).map(({ slotId, entry }) => presentLineupSpot(slotId, entry, nflWeek))
}

function presentLineupSpot(slotId: number, entry: LineupEntry | null, nflWeek: NflWeek | null): LineupSpot {
  return {
    slot_id: slotId,
    espn_id: entry?.playerId ?? null,
    player: entry?.name ?? null,
    nfl_team: nflTeamById(entry?.nflTeamId ?? 0)?.abbrev ?? null,
    proj: pointsToDecimalOrNull(entry?.projectedPoints ?? null),
    actual: pointsToDecimalOrNull(entry?.points ?? null),
    ...presentAvailability(entry, nflWeek),
  }
}

/** The provider's statuses for a player without an injury designation. */
const HEALTHY_STATUSES = ['ACTIVE', 'NORMAL']

type Player = Pick<LineupEntry, 'playerId' | 'nflTeamId' | 'injuryStatus'>

function presentAvailability(player: Player | null, week: NflWeek | null) {
  const { nflTeamId = null, injuryStatus = null } = player ?? {}
  return {
    injury_status: HEALTHY_STATUSES.includes(injuryStatus ?? 'NORMAL') ? null : injuryStatus,
    is_bye: week !== null && nflTeamId !== null && teamWeekOf(week, nflTeamId).isBye,
    nfl_game: player === null || week === null ? null : presentPlayerGame(player, week),
  }
}

/** null on a bye, without an NFL team and if the game is unknown. */
function presentPlayerGame({ playerId, nflTeamId }: Player, week: NflWeek): PlayerGame | null {
  const { game } = nflTeamId === null ? { game: null } : teamWeekOf(week, nflTeamId)
  if (game === null) return null
  const { ball_team: _, ...presented } = presentNflGame(game)
  const hasBall = playerId > 0 && game.progress?.ballTeamId === nflTeamId
  return { ...presented, is_red_zone: presented.is_red_zone && hasBall }
}
