import { formatSimulatedShare } from '../../format-share.ts'
import { formatOrdinal } from '../../pluralize.ts'
import { powerByWeek } from '../power/power-ranking.ts'
import { rosterStrengths } from '../season/season-lineups.ts'
import { type Face, fact, formatWeeks, type Story } from './season-card.ts'

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
