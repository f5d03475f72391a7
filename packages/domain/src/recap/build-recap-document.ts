import type { SeasonScores } from '../betslip/betting-week.ts'
import { formatShare } from '../format-share.ts'
import type { Award } from '../insights/awards/weekly-awards.ts'
import type { Certainty } from '../insights/race/playoff-race.ts'
import { type AnnouncedRecord, RECORD_LABELS } from '../notifications/activity-notifications.ts'
import { type Recap, type RecapScore, recapLists, recapTitle } from '../notifications/recap.ts'
import { formatMargin, formatPoints, type Points } from '../points.ts'
import { formatRecord } from '../seasons/format-record.ts'
import type { PlayoffBracket } from '../seasons/playoffs.ts'
import type { TeamRecord } from '../seasons/season.ts'
import { outcomeOf, streakOf } from '../seasons/standings.ts'
import { describeGames, toRecapTeam } from './game-kinds.ts'
import {
  type RecapAward,
  type RecapDocument,
  type RecapOdds,
  type RecapPower,
  type RecapSection,
  type RecapStanding,
  truncateName,
} from './recap-document.ts'
import { tellRecap } from './tell-recap.ts'

type Team = { teamId: number; name: string }

export type OddsChange = {
  teamId: number
  /** 0 to 1; null before odds were known. */
  before: number | null
  after: number
  wasCertain: Certainty | null
  isCertain: Certainty | null
}

/** What a recap tells, besides the results. Empty lists are left out. */
export type RecapFacts = {
  leagueId: number
  season: number
  recap: Recap
  scores: SeasonScores
  teams: readonly Team[]
  /** After the period, in any order; empty if the table has moved on since. */
  standings: readonly (Team & { rank: number | null; record: TeamRecord | null; pointsFor: Points | null })[]
  /** The awards of the last NFL week of the period. */
  awards: readonly Award[]
  /** Through the period, best first; the previous rank is null in the first week. */
  power: readonly { teamId: number; rank: number; previousRank: number | null }[]
  odds: readonly OddsChange[]
  records: readonly AnnouncedRecord[]
  bracket: PlayoffBracket | null
  lastRegularPeriod: number | null
  sections: readonly RecapSection[]
}

const MAX_MOVES = 4

const MIN_ODDS_CHANGE = 0.01

export function buildRecapDocument(facts: RecapFacts): RecapDocument {
  const { recap, scores, sections, leagueId, season, lastRegularPeriod } = facts
  const week = recap.weeks.at(-1) ?? 0
  const period = scores.periods.find(({ weeks }) => weeks.at(-1) === week)?.period ?? week
  const isRegular = lastRegularPeriod === null || period <= lastRegularPeriod
  const nameOf = createNames(facts.teams)
  const has = (section: RecapSection) => sections.includes(section)
  const document: RecapDocument = {
    title: recapTitle(recap),
    headline: '',
    story: [],
    games: has('results')
      ? describeGames(recap, formBefore(facts, period), { bracket: facts.bracket, period })
      : [],
    byes: has('results') ? listByes(scores, period).map(nameOf) : [],
    awards: has('awards') ? listAwards(facts, nameOf) : [],
    power: has('power') && isRegular ? listPower(facts.power, nameOf) : [],
    odds: has('odds') && isRegular ? listOdds(facts.odds, nameOf) : [],
    records: has('records')
      ? facts.records.map(({ name, holder, points }) => ({
          label: RECORD_LABELS[name],
          holder: truncateName(holder),
          value:
            name === 'biggest_blowout' || name === 'closest_win'
              ? formatMargin(points)
              : formatPoints(points),
        }))
      : [],
    standings: has('standings') && isRegular ? listStandings(facts.standings) : [],
    lists: recapLists(recap, { hasResults: has('results'), hasAwards: has('awards') }),
  }
  const playoffsBegin = lastRegularPeriod !== null && period === lastRegularPeriod + 1
  return tellRecap(document, {
    seasonKey: `${leagueId}/${season}`,
    week,
    moment:
      period === 1 ? 'first' : period === lastRegularPeriod ? 'last' : playoffsBegin ? 'playoffs' : 'usual',
    isRegular,
    isSingleWeek: recap.weeks.length === 1,
  })
}

function createNames(teams: readonly Team[]) {
  const known = new Map(teams.map((team) => [team.teamId, team.name]))
  return (teamId: number) => toRecapTeam({ teamId, name: known.get(teamId) ?? `Team ${teamId}` })
}

type NameOf = ReturnType<typeof createNames>

function formBefore({ scores, power, teams }: RecapFacts, period: number) {
  const games = scores.games.filter((game) => game.period < period).toSorted((a, b) => a.period - b.period)
  const powerBefore = new Map(power.map(({ teamId, previousRank }) => [teamId, previousRank]))
  return {
    teams: teams.length,
    powerBefore: (teamId: number) => powerBefore.get(teamId) ?? null,
    streakBefore(teamId: number) {
      const streak = streakOf(games.flatMap((game) => outcomeOf(game, teamId) ?? []))
      if (streak === null || streak.outcome === 'tie') return 0
      return streak.outcome === 'win' ? streak.length : -streak.length
    },
  }
}

function listByes({ games }: SeasonScores, period: number): number[] {
  const playing = new Set(
    games.flatMap((game) =>
      game.period === period && game.away !== null ? [game.home.teamId, game.away.teamId] : [],
    ),
  )
  return games.flatMap((game) =>
    game.period === period && game.away === null && !playing.has(game.home.teamId) ? [game.home.teamId] : [],
  )
}

/** In the order in which they are shown. */
const AWARDS = [
  ['player_of_the_week', 'player', 'Player of the week'],
  ['pickup_of_the_week', 'pickup', 'Pickup of the week'],
  ['heartbreak', 'heartbreak', 'Heartbreak'],
  ['bench_blunder', 'bench', 'Bench blunder'],
  ['perfect_lineup', 'perfect', 'Perfect lineup'],
  ['asleep', 'asleep', 'Asleep'],
] as const

function listAwards({ recap, awards }: RecapFacts, nameOf: NameOf): RecapAward[] {
  const toScore = (kind: 'top' | 'low', label: string, { teams, points }: RecapScore): RecapAward => ({
    kind,
    label,
    teams: teams.map(toRecapTeam),
    value: formatPoints(points),
    note: null,
  })
  const won = AWARDS.flatMap(([name, kind, label]): RecapAward[] => {
    const [first, ...others] = awards.filter((award) => award.name === name)
    if (first === undefined) return []
    const teams = [first, ...others].map(({ teamId }) => nameOf(teamId))
    switch (kind) {
      case 'player':
      case 'pickup':
        return [first, ...others].map((award) => ({
          kind,
          label,
          teams: [nameOf(award.teamId)],
          value: formatPoints(award.value as Points),
          note: truncateName(award.player?.name ?? ''),
        }))
      case 'perfect':
      case 'asleep':
        return [{ kind, label, teams, value: '', note: null }]
      case 'bench':
        return [
          {
            kind,
            label,
            teams,
            value: formatMargin(first.value as Points),
            note: 'points left on the bench',
          },
        ]
      default:
        return [{ kind, label, teams, value: formatPoints(first.value as Points), note: 'in a loss' }]
    }
  })
  const scores = [toScore('top', 'High score', recap.highest), toScore('low', 'Low score', recap.lowest)]
  const hasBench = won.some(({ kind }) => kind === 'bench')
  return [...scores, ...won, ...(hasBench ? [] : worstBench(recap))]
}

/** In the playoffs, whose weeks have no awards. Over several weeks, the points of one of them say little. */
function worstBench({ regrets, weeks }: Recap): RecapAward[] {
  const [regret] = regrets
  if (regret === undefined || weeks.length > 1) return []
  const teams = regrets.map(({ team }) => toRecapTeam(team))
  const value = formatMargin(regret.missedPoints)
  return [{ kind: 'bench', label: 'Bench blunder', teams, value, note: 'points left on the bench' }]
}

function listPower(power: RecapFacts['power'], nameOf: NameOf): RecapPower[] {
  const moves = power.flatMap(({ teamId, rank, previousRank }) =>
    previousRank === null ? [] : [{ team: nameOf(teamId), rank, change: previousRank - rank }],
  )
  const shown = new Set([
    ...moves.slice(0, 1),
    ...moves
      .filter(({ change }) => change !== 0)
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.rank - b.rank)
      .slice(0, MAX_MOVES),
  ])
  return [...shown].sort((a, b) => a.rank - b.rank)
}

function listOdds(odds: RecapFacts['odds'], nameOf: NameOf): RecapOdds[] {
  const changes = odds.map((each) => {
    const isNews = each.isCertain !== each.wasCertain && each.before !== null
    const status: RecapOdds['status'] =
      isNews && each.isCertain === 'clinched'
        ? 'clinched'
        : isNews && each.isCertain === 'eliminated'
          ? 'eliminated'
          : each.before === null
            ? 'new'
            : each.after > each.before
              ? 'up'
              : 'down'
    return { ...each, status, change: Math.abs(each.after - (each.before ?? 0)) }
  })
  const isCertain = ({ status }: (typeof changes)[number]) => status === 'clinched' || status === 'eliminated'
  const moved = changes
    .filter((each) => !isCertain(each) && (each.before === null || each.change >= MIN_ODDS_CHANGE))
    .sort((a, b) => b.change - a.change || b.after - a.after || a.teamId - b.teamId)
    .slice(0, MAX_MOVES)
  return [...changes.filter(isCertain), ...moved].map(({ teamId, before, after, status }) => ({
    team: nameOf(teamId),
    before: before === null ? null : formatShare(before),
    after: formatShare(after),
    status,
  }))
}

function listStandings(teams: RecapFacts['standings']): RecapStanding[] {
  return teams
    .flatMap(({ rank, record, pointsFor, ...team }) =>
      rank === null || pointsFor === null
        ? []
        : [{ team: toRecapTeam(team), rank, record: formatRecord(record), points: formatPoints(pointsFor) }],
    )
    .sort((a, b) => a.rank - b.rank)
}
