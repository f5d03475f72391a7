import type { getDraft } from '@fieldhouse/contract/draft'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { type BoardPick, type DraftBoard, extremePicks } from '@fieldhouse/domain/insights/moves/draft-board'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import type { StoredPlayer } from '../../repositories/seasons/player-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { StoredDraft } from './draft-reader.ts'

type DraftResponse = ResponseOf<typeof getDraft>

/** How many of the best and worst picks of all time are listed. */
export const EXTREME_PICKS = 5

/** What the league's drafts refer to. */
export type DraftNames = {
  players: ReadonlyMap<number, StoredPlayer>
  /** The owner of a team in a season; null without one. */
  findOwner: (season: number, teamId: number) => { name: string } | null
  /** The name of a team in a season. */
  findTeam: (season: number, teamId: number) => string
}

export function presentDraft(
  season: number,
  drafts: readonly StoredDraft[],
  teams: readonly LeagueTeam[],
  names: DraftNames,
): DraftResponse {
  const stored = drafts.find((draft) => draft.season === season)
  const board = stored?.board ?? null
  const boards = drafts.flatMap((draft) => draft.board ?? [])
  const extremes = extremePicks(boards, EXTREME_PICKS)
  return {
    season,
    unavailable: whyUnavailable(stored),
    draft_at: stored?.schedule.draftAt?.toISOString() ?? null,
    kind: board?.kind ?? 'other',
    is_complete: stored?.isComplete ?? false,
    values_unavailable: stored === undefined || board === null ? null : whyNoValues(stored, board),
    rated_drafts: board?.comparedDrafts ?? 0,
    teams: board === null ? [] : presentTeams(board, teams, names),
    picks: (board?.picks ?? []).map((pick) => presentPick(pick, names)),
    best: extremes.best.map((pick) => presentExtreme(pick, names)),
    worst: extremes.worst.map((pick) => presentExtreme(pick, names)),
  }
}

function whyUnavailable(stored: StoredDraft | undefined): DraftResponse['unavailable'] {
  if (stored === undefined) return 'not_stored'
  if (stored.board !== null) return null
  if (!stored.schedule.isDrafted) return 'not_drafted'
  return stored.isComplete === null ? 'not_read' : 'no_picks'
}

function whyNoValues(
  { schedule }: StoredDraft,
  { isRated }: DraftBoard,
): DraftResponse['values_unavailable'] {
  if (isRated) return null
  return schedule.isFinished ? 'no_lineups' : 'in_progress'
}

/** In the order of the first picks, then by ID. */
function presentTeams(
  { season, picks, grades }: DraftBoard,
  teams: readonly LeagueTeam[],
  { findOwner }: DraftNames,
): DraftResponse['teams'] {
  const order = [...new Set(picks.map(({ teamId }) => teamId))]
  const positionOf = (teamId: number) => (order.includes(teamId) ? order.indexOf(teamId) : order.length)
  return teams
    .toSorted((a, b) => positionOf(a.teamId) - positionOf(b.teamId) || a.teamId - b.teamId)
    .map(({ teamId, name, logo, color }) => {
      const grade = grades.find((each) => each.teamId === teamId)
      return {
        team_id: teamId,
        name,
        logo,
        color,
        owner: findOwner(season, teamId)?.name ?? null,
        value: grade?.value ?? null,
        grade: grade?.grade ?? null,
      }
    })
}

function presentPick(pick: BoardPick, { players }: DraftNames): DraftResponse['picks'][number] {
  return {
    overall: pick.overall,
    round: pick.round,
    in_round: pick.inRound,
    team_id: pick.teamId,
    player: presentPlayer(pick, players),
    is_keeper: pick.isKeeper,
    bid: pick.bid,
    points: pick.seasonOfPlayer?.points ?? null,
    above_replacement: pick.aboveReplacement,
    value: pick.value,
    mark: pick.mark,
  }
}

function presentPlayer(
  { playerId, player, seasonOfPlayer }: BoardPick,
  players: ReadonlyMap<number, StoredPlayer>,
) {
  const known = seasonOfPlayer ?? player ?? players.get(playerId)
  return {
    player_id: playerId,
    name: known?.name ?? fallbackPlayerName(playerId),
    position: known?.position ?? null,
  }
}

function presentExtreme(
  pick: BoardPick & { season: number; value: number },
  { players, findOwner, findTeam }: DraftNames,
): DraftResponse['best'][number] {
  return {
    season: pick.season,
    overall: pick.overall,
    round: pick.round,
    in_round: pick.inRound,
    bid: pick.bid,
    player: presentPlayer(pick, players),
    team: findTeam(pick.season, pick.teamId),
    owner: findOwner(pick.season, pick.teamId)?.name ?? null,
    value: pick.value,
  }
}
