import { getDraft } from '@fieldhouse/contract/draft'
import type { DataKind, ResponseOf } from '@fieldhouse/contract/operation'
import {
  type BoardPick,
  type DraftBoard,
  describeDraft,
  draftBoards,
  extremePicks,
  type SeasonDraft,
} from '@fieldhouse/domain/insights/moves/draft'
import { fallbackPlayerName } from '@fieldhouse/domain/rosters/lineup'
import type { RosterWeek } from '@fieldhouse/domain/rosters/matchup'
import type { SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { presentTeamLink } from '../../http/present-team.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { mapInTurns } from '../../threads/work-queues.ts'

export const draft = [
  operation(getDraft, ({ ctx, league, query }) => readDraft(ctx, league.id, query.season)),
]

type DraftResponse = ResponseOf<typeof getDraft>

type StoredDraft = Awaited<ReturnType<typeof listDrafts>>[number]

type DraftSources = Pick<Context, 'leagues' | 'archive' | 'memory'>

const EXTREME_PICKS = 5

const READS: readonly DataKind[] = ['season']

export async function findBoard(
  ctx: DraftSources,
  leagueId: number,
  season: number,
): Promise<DraftBoard | null> {
  return (await listDrafts(ctx, leagueId)).find((draft) => draft.season === season)?.board ?? null
}

export async function readDraft(
  ctx: DraftSources & Pick<Context, 'db' | 'now'>,
  leagueId: number,
  asked: number | undefined,
): Promise<DraftResponse> {
  const league = await ctx.leagues.get(leagueId)
  const season = asked ?? league.currentSeason(ctx.now())
  const drafts = await listDrafts(ctx, leagueId)
  const stored = drafts.find((draft) => draft.season === season)
  const board = stored?.board ?? null
  const picks = board?.picks ?? []
  const extremes = extremePicks(
    drafts.flatMap((draft) => draft.board ?? []),
    EXTREME_PICKS,
  )
  const unnamed = picks.filter(({ seasonOfPlayer }) => seasonOfPlayer === null)
  const players = await findPlayers(
    ctx.db,
    unnamed.map(({ playerId }) => playerId),
  )
  const order = [...new Set(picks.map(({ teamId }) => teamId))]
  const positionOf = (teamId: number) => (order.includes(teamId) ? order.indexOf(teamId) : order.length)
  return {
    season,
    unavailable: whyUnavailable(stored),
    draft_at: stored?.schedule.draftAt?.toISOString() ?? null,
    kind: board?.kind ?? 'other',
    is_complete: stored?.isComplete ?? false,
    values_unavailable: stored === undefined || board === null ? null : whyNoValues(stored, board),
    rated_drafts: board?.comparedDrafts ?? 0,
    // In the order of the first picks, then by ID.
    teams: (board === null ? [] : league.teams(season))
      .toSorted((a, b) => positionOf(a.teamId) - positionOf(b.teamId) || a.teamId - b.teamId)
      .map(({ teamId }) => {
        const grade = board?.grades.find((each) => each.teamId === teamId)
        return {
          ...presentTeamLink(teamId, league.teams(season)),
          owner: league.ownerOf(season, teamId)?.name ?? null,
          value: grade?.value ?? null,
          grade: grade?.grade ?? null,
        }
      }),
    picks: picks.map((pick) => ({
      ...presentPick(pick),
      team_id: pick.teamId,
      is_keeper: pick.isKeeper,
      points: pick.seasonOfPlayer?.points ?? null,
      above_replacement: pick.aboveReplacement,
    })),
    best: extremes.best.map(presentExtreme),
    worst: extremes.worst.map(presentExtreme),
  }

  function presentExtreme(pick: BoardPick & { season: number; value: number }) {
    return {
      ...presentPick(pick),
      season: pick.season,
      value: pick.value,
      team: presentTeamLink(pick.teamId, league.teams(pick.season)).name,
      owner: league.ownerOf(pick.season, pick.teamId)?.name ?? null,
    }
  }

  function presentPick({ playerId, player, seasonOfPlayer, ...pick }: BoardPick) {
    const known = seasonOfPlayer ?? player ?? players.get(playerId)
    return {
      ...pick,
      in_round: pick.inRound,
      player: {
        player_id: playerId,
        name: known?.name ?? fallbackPlayerName(playerId),
        position: known?.position ?? null,
      },
    }
  }
}

function listDrafts(ctx: DraftSources, leagueId: number) {
  return ctx.memory.get(leagueId, READS, 'drafts', async () => {
    const league = await ctx.leagues.seasons(leagueId)
    /** `isComplete` is null if the draft was never read. */
    const stored: { season: number; schedule: SeasonSchedule; isComplete: boolean | null }[] = []
    const drafts: SeasonDraft[] = []
    // One after the other, so that other requests are answered in between.
    for (const season of league.years()) {
      const schedule = league.schedule(season)
      if (schedule === null) continue
      const draft = await ctx.archive.findDraft(leagueId, season)
      stored.push({ season, schedule, isComplete: draft?.isComplete ?? null })
      if (draft === null || draft.picks.length === 0) continue
      const weeks = await ctx.archive.listRosterWeeks(leagueId, season)
      const { kind, picks } = draft
      drafts.push({ season, kind, picks, weeks, isRated: isRated(schedule, weeks) })
    }
    const boards = draftBoards(drafts, await mapInTurns(drafts, describeDraft))
    return stored.map((each) => ({
      ...each,
      board: boards.find(({ season }) => season === each.season) ?? null,
    }))
  })
}

function isRated(
  { isFinished, periods, regularSeasonPeriods, format }: SeasonSchedule,
  weeks: readonly RosterWeek[],
): boolean {
  if (!isFinished || regularSeasonPeriods === null || (format !== 'points' && format !== 'total_points'))
    return false
  const known = new Set(weeks.map(({ week }) => week))
  const needed = periods.filter(({ period }) => period <= regularSeasonPeriods).flatMap((each) => each.weeks)
  return needed.length > 0 && needed.every((week) => known.has(week))
}

function whyUnavailable(stored: StoredDraft | undefined): DraftResponse['unavailable'] {
  if (stored === undefined) return 'not_stored'
  if (stored.board !== null) return null
  if (!stored.schedule.isDrafted) return 'not_drafted'
  return stored.isComplete === null ? 'not_read' : 'no_picks'
}

function whyNoValues({ schedule }: StoredDraft, { isRated }: DraftBoard) {
  if (isRated) return null
  return schedule.isFinished ? 'no_lineups' : 'in_progress'
}
