import { formatSimulatedShare } from '../../format-share.ts'
import { formatOrdinal, pluralize } from '../../pluralize.ts'
import { seasonEfficiency } from '../../rosters/lineup.ts'
import { positionalStrength } from '../awards/positional-strength.ts'
import { describeSubject, reportCards, SUBJECT_NAMES, subjectValues } from '../awards/report-card.ts'
import { formatGrade } from '../grade.ts'
import { powerByWeek } from '../power-ranking.ts'
import { reviewedGames, rosterStrengths } from '../season/insight-season.ts'
import { completedGames } from '../season/regular-season.ts'
import {
  allWeeks,
  type Face,
  fact,
  formatSigned,
  formatTotal,
  formatWeeks,
  type Story,
} from './season-card.ts'
import { bestOf, bestPickup, bestTrade } from './season-figures.ts'

export function oddsFace({ story: { odds }, teamId }: Story): Face | null {
  const own = odds.flatMap(({ week, teams }) =>
    teams.filter((team) => team.teamId === teamId).map((team) => ({ ...team, week })),
  )
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || own.length < 2) return null
  const decided = own.find(({ certainty }) => certainty !== null && certainty === last.certainty)
  const peak = own.reduce((best, each) => (each.title > best.title ? each : best))
  const low = own.reduce((least, each) => (each.playoffs < least.playoffs ? each : least))
  const high = own.reduce((most, each) => (each.playoffs > most.playoffs ? each : most))
  const range = last.certainty === 'clinched' ? low : high
  const share = (value: number, certainty: 'clinched' | 'eliminated' | null = null) => {
    if (certainty !== null) return certainty === 'clinched' ? '100%' : '0%'
    return formatSimulatedShare(value)
  }
  return {
    value: decided === undefined ? share(last.playoffs) : `Week ${decided.week}`,
    caption:
      decided === undefined
        ? 'odds at the end'
        : decided.certainty === 'clinched'
          ? 'clinched the playoffs'
          : 'out of the race',
    facts: [
      fact(
        last.certainty === 'clinched' ? 'Lowest playoff odds' : 'Highest playoff odds',
        share(range.playoffs, range.certainty),
        `after week ${range.week}`,
      ),
      fact('Highest title odds', share(peak.title), `after week ${peak.week}`),
    ],
    chart: {
      unit: 'share',
      max: 1,
      lines: [
        { name: 'Playoffs', points: own.map(({ week, playoffs }) => ({ week, value: playoffs })) },
        { name: 'Title', points: own.map(({ week, title }) => ({ week, value: title })) },
      ],
    },
    weeks: formatWeeks(first.week, last.week),
  }
}

export function powerFace({ story: { season, lineups }, teamId }: Story): Face | null {
  const ranks = powerByWeek(season, 'composite', rosterStrengths(season, lineups)).flatMap(
    ({ period, teams }) =>
      teams.filter((team) => team.teamId === teamId).map(({ rank }) => ({ week: period, value: rank })),
  )
  const [first] = ranks
  const last = ranks.at(-1)
  if (first === undefined || last === undefined) return null
  const best = ranks.reduce((high, each) => (each.value < high.value ? each : high))
  const worst = ranks.reduce((low, each) => (each.value > low.value ? each : low))
  return {
    value: formatOrdinal(best.value),
    caption: `in the power ranking after week ${best.week}`,
    facts: [
      fact('Worst rank', formatOrdinal(worst.value), `after week ${worst.week}`),
      fact('At the end', formatOrdinal(last.value), `of ${season.teams.length} teams`),
    ],
    chart: { unit: 'rank', max: season.teams.length, lines: [{ name: 'Rank', points: ranks }] },
  }
}

export function positionsFace({ story, teamId }: Story): Face | null {
  const weeks = new Set(completedGames(story.season).flatMap((game) => game.weeks))
  const lineups = story.lineups.filter(({ week }) => weeks.has(week))
  const own = positionalStrength(lineups).filter((each) => each.teamId === teamId)
  const [best] = own.toSorted((a, b) => b.z - a.z)
  if (best === undefined) return null
  return {
    value: formatGrade(best.grade),
    caption: `at ${best.position}, ${compareWithLeague(best.difference)}`,
    facts: own.map(({ position, grade, difference }) =>
      fact(position, formatGrade(grade), compareWithLeague(difference)),
    ),
  }
}

function compareWithLeague(difference: number): string {
  const text = formatSigned(difference)
  return text === '0.0'
    ? 'as many points as the league average'
    : `${text} points per week vs the league average`
}

/** How the season is graded; null with fewer than two subjects. */
export function reportCardFace({ story, teamId }: Story): Face | null {
  const { completedPeriods } = story.season
  // The season is over, also if the number of its weeks is unknown.
  const cards = reportCards(subjectValues(story), { completedPeriods, lastPeriod: completedPeriods })
  const card = cards?.find((each) => each.teamId === teamId)
  if (card === undefined) return null
  return {
    value: formatGrade(card.overall.grade),
    caption: 'overall, compared with the league',
    weeks: allWeeks(story.season),
    facts: card.subjects.map(({ subject, value, grade }) =>
      fact(SUBJECT_NAMES[subject], formatGrade(grade), describeSubject(subject, value)),
    ),
  }
}

export function benchFace({ story, teamId }: Story): Face | null {
  if (story.isBestBall) return null
  const sums = seasonEfficiency(reviewedGames(story.season, story.lineups, teamId))
  if (sums.weeks === 0 || sums.efficiency === null) return null
  return {
    value: formatTotal(sums.leftOnBench),
    caption: 'points left on the bench',
    weeks: `${allWeeks(story.season)}, ${pluralize(sums.weeks, 'lineup')}`,
    facts: [
      fact('Would have won', `${sums.wouldHaveWon}`, 'lost games, with the best lineups'),
      fact('Lineup efficiency', `${(sums.efficiency * 100).toFixed(1)}%`, 'of the best possible points'),
      fact('Perfect lineups', `${sums.perfectLineups}`),
    ],
  }
}

export function movesFace({ story, teamId }: Story): Face | null {
  const nameOf = (playerId: number) => {
    const isOwn = (player: { playerId: number }) => player.playerId === playerId
    const lineup = story.lineups.findLast(({ players }) => players.some(isOwn))
    return lineup?.players.find(isOwn)?.name ?? 'Unknown player'
  }
  const pick = bestOf(
    story.picks.filter((each) => each.teamId === teamId),
    ({ value }) => value ?? 0,
  )
  const [pickup, trade] = [bestPickup(story, teamId), bestTrade(story, teamId)]
  const moves = [
    pick === null
      ? null
      : {
          points: pick.value ?? 0,
          caption: `points more than expected from ${pick.seasonOfPlayer?.name ?? nameOf(pick.playerId)}`,
          fact: fact(
            'Best pick',
            pick.seasonOfPlayer?.name ?? nameOf(pick.playerId),
            `${formatSigned(pick.value ?? 0)}, ${pick.bid === null ? `pick ${pick.overall}` : `$${pick.bid}`}`,
          ),
        },
    pickup === null
      ? null
      : {
          points: pickup.started,
          caption: `points started by ${nameOf(pickup.playerId)} after the pickup`,
          fact: fact(
            'Best pickup',
            nameOf(pickup.playerId),
            `${formatSigned(pickup.started)} started, from week ${pickup.week}`,
          ),
        },
    trade === null
      ? null
      : {
          points: trade.netStarted,
          caption: 'points more started than given away in a trade',
          fact: fact(
            'Best trade',
            trade.received.map(({ playerId }) => nameOf(playerId)).join(', ') || 'No players in return',
            `${formatSigned(trade.netStarted)} started, from week ${trade.week}`,
          ),
        },
  ].filter((move) => move !== null)
  const hero = bestOf(moves, ({ points }) => points)
  const weeks = story.lineups.map(({ week }) => week)
  return hero === null
    ? null
    : {
        value: formatSigned(hero.points),
        caption: hero.caption,
        facts: moves.map((move) => move.fact),
        weeks: formatWeeks(Math.min(...weeks), Math.max(...weeks)),
      }
}
