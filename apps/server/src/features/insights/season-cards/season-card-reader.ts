import type { DraftBoard } from '@fieldhouse/domain/insights/moves/draft-board'
import { deriveTrades } from '@fieldhouse/domain/insights/moves/trades'
import type { RaceLabel } from '@fieldhouse/domain/insights/race/race-status'
import { leagueCards } from '@fieldhouse/domain/insights/season-cards/league-cards'
import { enoughCards, ownerCardMakers } from '@fieldhouse/domain/insights/season-cards/owner-cards'
import type { SeasonCard, SeasonStory, StoryOdds } from '@fieldhouse/domain/insights/season-cards/season-card'
import { ZERO_POINTS } from '@fieldhouse/domain/points'
import { mapInTurns } from '../../../jobs/take-turns.ts'
import type { ArchiveReader } from '../../../repositories/seasons/archive-reader.ts'
import type { InsightReader, InsightSeason } from '../../../repositories/seasons/insight-reader.ts'
import type { RosterWeekReader } from '../../../repositories/seasons/roster-week-reader.ts'
import type { LeagueTeam, TeamReader } from '../../../repositories/seasons/team-reader.ts'
import { presentHeader } from '../present.ts'
import type { RaceReader, WeekRace } from '../race-reader.ts'

/** How a season ended, from the league's history. */
export type SeasonFinish = {
  /** By place. */
  teams: { teamId: number; place: number; owner: string | null }[]
  /** Several if the title is shared; empty if unknown. */
  championIds: readonly number[]
  runnerUpId: number | null
}

export type SeasonCards = {
  season: number
  /** null if the season is not stored. */
  stored: InsightSeason | null
  /** Without cards if the season is not over, or has no insights. */
  finish: SeasonFinish
  teams: readonly Pick<LeagueTeam, 'teamId' | 'name' | 'logo' | 'color'>[]
  missing: Missing[]
  cards: SeasonCard[]
}

export const MISSING = ['lineups', 'draft', 'transactions', 'odds'] as const

export type Missing = (typeof MISSING)[number]

export interface SeasonCardReader {
  /** @param teamId null for the cards of the league */
  getCards(
    leagueId: number,
    season: number,
    teamId: number | null,
  ): Promise<SeasonCards | 'team_not_found' | 'busy'>
}

type Readers = {
  insights: InsightReader
  races: Pick<RaceReader, 'listWeeks'>
  archive: Pick<ArchiveReader, 'listTransactions'>
  rosterWeeks: RosterWeekReader
  teams: Pick<TeamReader, 'listTeams'>
  /** null without a stored draft. */
  findBoard: (leagueId: number, season: number) => Promise<DraftBoard | null>
  /** null if the season is not part of the history. */
  findFinish: (leagueId: number, season: number) => Promise<SeasonFinish | null>
}

/** Makes the cards of finished seasons from what is stored. */
export function seasonCardReader(readers: Readers): SeasonCardReader {
  const { insights, races, archive, rosterWeeks, teams, findBoard, findFinish } = readers

  async function readStory(leagueId: number, season: number, stored: InsightSeason, finish: SeasonFinish) {
    const [lineups, transactions, board] = await Promise.all([
      rosterWeeks.listRosterWeeks(leagueId, season),
      archive.listTransactions(leagueId, season),
      findBoard(leagueId, season),
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

  return {
    async getCards(leagueId, season, teamId) {
      const [stored, finish, listed] = await Promise.all([
        insights.findSeason(leagueId, season),
        findFinish(leagueId, season),
        teams.listTeams(leagueId, season),
      ])
      if (teamId !== null && !listed.some((team) => team.teamId === teamId)) return 'team_not_found'
      const known = finish ?? { teams: [], championIds: [], runnerUpId: null }
      const found = { season, stored, finish: known, teams: listed, missing: [], cards: [] }
      if (stored === null || !hasCards(season, stored)) return found
      const story = await readStory(leagueId, season, stored, known)
      // The odds of the whole season take a second to simulate, and only cards of teams show them.
      const weeks = teamId === null ? [] : await races.listWeeks(leagueId, season)
      if (weeks === null) return 'busy'
      const withOdds: SeasonStory = { ...story, odds: toStoryOdds(weeks) }
      return {
        ...found,
        missing: missingOf(withOdds, teamId),
        cards:
          teamId === null
            ? leagueCards(withOdds)
            : enoughCards(await mapInTurns(ownerCardMakers(withOdds, teamId), (make) => make())),
      }
    },
  }
}

/** Whether a season has insights and is over. */
export function hasCards(season: number, stored: InsightSeason): boolean {
  return presentHeader(season, stored).unavailable === null && stored.schedule.isFinished
}

function missingOf(
  { season, lineups, picks, transactions, odds }: SeasonStory,
  teamId: number | null,
): Missing[] {
  const weeks = new Set(season.games.flatMap((game) => game.weeks))
  const own = lineups.filter((lineup) => lineup.teamId === teamId && weeks.has(lineup.week))
  const known = { lineups: own, draft: picks, transactions, odds }
  // Of these, the cards of the league need only transactions.
  const needed = teamId === null ? (['transactions'] as const) : MISSING
  return needed.filter((name) => known[name].length === 0)
}

/** Weeks after which the odds of a team are not known are left out. */
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

function certaintyOf(label: RaceLabel | null): StoryOdds['teams'][number]['certainty'] {
  if (label === 'eliminated') return 'eliminated'
  return label?.startsWith('clinched') === true ? 'clinched' : null
}
