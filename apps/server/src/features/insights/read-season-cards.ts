import type { getSeasonCards } from '@fieldhouse/contract/insights/season-cards'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { deriveTrades } from '@fieldhouse/domain/insights/moves/trades'
import type { TeamRace } from '@fieldhouse/domain/insights/race/playoff-race'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import { leagueCards } from '@fieldhouse/domain/insights/season-cards/league-cards'
import { enoughCards, ownerCardMakers } from '@fieldhouse/domain/insights/season-cards/owner-cards'
import {
  describeCard,
  type SeasonCard,
  type SeasonStory,
  type StoryOdds,
} from '@fieldhouse/domain/insights/season-cards/season-card'
import { ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Context } from '../../context.ts'
import { toWire } from '../../http/to-wire.ts'
import { mapInTurns } from '../../threads/work-queues.ts'
import { findBoard } from '../draft/read-draft.ts'
import { findSeasonFinish } from '../history/read-history.ts'
import { presentHeader } from './present-figures.ts'
import { listWeekRaces, type WeekRace } from './read-race.ts'

type Response = ResponseOf<typeof getSeasonCards>

const MISSING = ['lineups', 'draft', 'transactions', 'odds'] as const

/**
 * The cards of a finished season, from what is stored. Without cards if the season is not over, or has no insights.
 * @param teamId null for the cards of the league
 */
export async function readSeasonCards(
  ctx: Context,
  leagueId: number,
  season: number,
  teamId: number | null,
): Promise<Response | 'team_not_found' | 'busy'> {
  const league = await ctx.leagues.get(leagueId)
  const stored = league.insights(season)
  const teams = league.teams(season)
  if (teamId !== null && !teams.some((team) => team.teamId === teamId)) return 'team_not_found'
  const finish = findSeasonFinish(league, season) ?? { teams: [], championIds: [], runnerUpId: null }
  const finishOf = (id: number) => finish.teams.find((team) => team.teamId === id)
  const placeOf = (id: number) => finishOf(id)?.place ?? teams.length
  const header = presentHeader(season, stored)
  const response: Response = {
    ...header,
    team_id: teamId,
    missing: [],
    is_best_ball: stored?.schedule.isBestBall ?? false,
    teams: teams
      .toSorted((a, b) => placeOf(a.teamId) - placeOf(b.teamId) || a.teamId - b.teamId)
      .map((team) => ({ ...team, team_id: team.teamId, owner: finishOf(team.teamId)?.owner ?? null })),
    cards: [],
  }
  if (stored === null || header.unavailable !== null) return response
  if (!stored.schedule.isFinished) return { ...response, unavailable: 'in_progress' }
  // The odds of the whole season take a second to simulate, and only cards of teams show them.
  const weeks = teamId === null ? [] : await listWeekRaces(ctx, season, stored)
  if (weeks === null) return 'busy'
  const story: SeasonStory = {
    ...(await readStory(ctx, leagueId, season, stored, finish)),
    odds: toStoryOdds(weeks),
  }
  const cards =
    teamId === null
      ? leagueCards(story)
      : enoughCards(await mapInTurns(ownerCardMakers(story, teamId), (make) => make()))
  const unavailable = cards.length === 0 ? 'too_few' : null
  return { ...response, unavailable, missing: missingOf(story, teamId), cards: cards.map(presentCard) }
}

async function readStory(
  ctx: Context,
  leagueId: number,
  season: number,
  stored: InsightSeason,
  finish: NonNullable<ReturnType<typeof findSeasonFinish>>,
) {
  const [lineups, transactions, board] = await Promise.all([
    ctx.archive.listRosterWeeks(leagueId, season),
    ctx.archive.listTransactions(leagueId, season),
    findBoard(ctx, leagueId, season),
  ])
  return {
    season: stored.regular,
    teams: stored.teams.map(({ teamId, name, record, pointsFor }) => ({
      teamId,
      name,
      // Only a season without games has unknown ones, and it has no cards.
      record: record ?? { wins: 0, losses: 0, ties: 0 },
      pointsFor: pointsFor ?? ZERO_POINTS,
      place: finish.teams.find((team) => team.teamId === teamId)?.place ?? null,
    })),
    championIds: finish.championIds,
    runnerUpId: finish.runnerUpId,
    lineups,
    isBestBall: stored.schedule.isBestBall,
    transactions: deriveTrades(transactions, lineups),
    picks: board?.isRated === true ? board.picks : [],
  }
}

function missingOf({ season, lineups, picks, transactions, odds }: SeasonStory, teamId: number | null) {
  const weeks = new Set(season.games.flatMap((game) => game.weeks))
  const own = lineups.filter((lineup) => lineup.teamId === teamId && weeks.has(lineup.week))
  const known = { lineups: own, draft: picks, transactions, odds }
  // Of these, the cards of the league need only transactions.
  const needed = teamId === null ? (['transactions'] as const) : MISSING
  return needed.filter((name) => known[name].length === 0)
}

function toStoryOdds(weeks: readonly WeekRace[]): StoryOdds[] {
  return weeks.map(({ week, race }) => ({
    week,
    teams: race.teams.flatMap(({ teamId, odds, label }) =>
      odds === null
        ? []
        : [{ teamId, playoffs: odds.playoffs, title: odds.title, certainty: certaintyOf(label) }],
    ),
  }))
}

function certaintyOf(label: TeamRace['label']): StoryOdds['teams'][number]['certainty'] {
  if (label === 'eliminated') return 'eliminated'
  return label?.startsWith('clinched') === true ? 'clinched' : null
}

function presentCard(card: SeasonCard): Response['cards'][number] {
  return {
    ...toWire(card),
    facts: card.facts.map(({ game, ...fact }) => ({
      ...fact,
      game: game === null ? null : { week: game.period, game_id: game.gameId },
    })),
    text: describeCard(card),
  }
}
