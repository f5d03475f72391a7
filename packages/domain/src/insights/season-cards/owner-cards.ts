import { formatOrdinal, pluralize } from '../../pluralize.ts'
import { formatMargin, formatPoints, type Points } from '../../points.ts'
import { formatRecord } from '../../seasons/format-record.ts'
import { luckOfTeams, swapSchedules } from '../season/luck.ts'
import { completedGames, gamesOfTeam, type TeamGame } from '../season/regular-season.ts'
import { benchFace, movesFace, oddsFace, positionsFace, powerFace, reportCardFace } from './faces.ts'
import {
  allWeeks,
  type CardKind,
  type Face,
  fact,
  formatSigned,
  formatTotal,
  formatWeeks,
  gameFact,
  idOf,
  MIN_CARDS,
  type SeasonCard,
  type SeasonStory,
  type Story,
} from './season-card.ts'
import {
  closestEscape,
  extremeWeeks,
  longestWinStreak,
  marginOf,
  onlyFactOf,
  type Rival,
  rivalsOf,
  toughestLoss,
  type WeekScore,
} from './season-figures.ts'

const MIN_STREAK = 2

const FACES: readonly (readonly [CardKind, string, (story: Story) => Face | null])[] = [
  ['season', 'The season', seasonFace],
  ['weeks', 'Best and worst week', weeksFace],
  ['close_games', 'Closest escape, toughest loss', closeGamesFace],
  ['opponents', 'Nemesis and favorite opponent', opponentsFace],
  ['luck', 'Luck', luckFace],
  ['bench', 'Bench regrets', benchFace],
  ['positions', 'Positional strength', positionsFace],
  ['moves', 'Best moves', movesFace],
  ['report_card', 'Report card', reportCardFace],
  ['odds', 'Playoff odds', oddsFace],
  ['streak', 'Longest winning streak', streakFace],
  ['power', 'Power ranking', powerFace],
  ['only_one', 'Nobody else', onlyFace],
]

/**
 * The cards of one team one by one, each with its calculations, for who does other work in between; null for one without
 * data. Source: analytics, "Season cards".
 */
export function ownerCardMakers(story: SeasonStory, teamId: number): (() => SeasonCard | null)[] {
  const nameOf = (id: number) => story.teams.find((team) => team.teamId === id)?.name ?? `Team ${id}`
  return FACES.map(([kind, title, toFace]) => () => {
    const face = toFace({ story, teamId, nameOf })
    if (face === null) return null
    return { weeks: allWeeks(story.season), chart: null, ...face, kind, title, teamIds: [teamId] }
  })
}

/** Those that have data; none if they are fewer than three. */
export function enoughCards(cards: readonly (SeasonCard | null)[]): SeasonCard[] {
  const known = cards.filter((card) => card !== null)
  return known.length < MIN_CARDS ? [] : known
}

/** Equal values share a rank. */
function rankIn(values: readonly number[], own: number): number {
  return values.filter((value) => value > own + 1e-9).length + 1
}

function seasonFace({ story, teamId }: Story): Face | null {
  const team = story.teams.find((each) => each.teamId === teamId)
  if (team === undefined) return null
  const { record, place, pointsFor } = team
  const rank = rankIn(
    story.teams.map((each) => each.pointsFor),
    pointsFor,
  )
  const teams = story.teams.length
  const titles = [
    [story.championIds, 'and the championship'],
    [[story.runnerUpId], 'and second in the championship'],
  ] as const
  const title = titles.find(([ids]) => ids.includes(teamId))?.[1]
  return {
    value: formatRecord(record),
    caption: title ?? 'in the regular season',
    facts: [
      ...(place === null ? [] : [fact('Final place', formatOrdinal(place), `of ${teams} teams`)]),
      fact('Points for', formatTotal(pointsFor), `${formatOrdinal(rank)} most of ${teams}`),
    ],
  }
}

function weeksFace({ story, teamId, nameOf }: Story): Face | null {
  const weeks = extremeWeeks(story.season, teamId)
  if (weeks === null) return null
  const toFact = (label: string, { game, week, points, rank, teams }: WeekScore) => {
    const opponent = gamesOfTeam([game], teamId)[0]?.other.teamId ?? 0
    const note = `${formatOrdinal(rank)} of ${teams} in week ${week}, vs ${nameOf(opponent)}`
    return { label, value: formatPoints(points), note, game: idOf(game) }
  }
  const { best, worst } = weeks
  return {
    value: formatPoints(best.points),
    caption: `points in week ${best.week}, the ${best.rank === 1 ? 'best' : `${formatOrdinal(best.rank)} best`} score of that week`,
    facts: [toFact('Best week', best), toFact('Worst week', worst)],
  }
}

function closeGamesFace({ story: { season }, teamId, nameOf }: Story): Face | null {
  const [win, loss] = [closestEscape(season, teamId), toughestLoss(season, teamId)]
  const facts = [
    ...(win === null ? [] : [gameFact('Closest escape', win, nameOf)]),
    ...(loss === null ? [] : [gameFact('Toughest loss', loss, nameOf)]),
  ]
  if (win !== null)
    return { value: formatMargin(marginOf(win)), caption: 'points were the closest escape', facts }
  if (loss === null) return null
  return { value: formatPoints(loss.own.points), caption: 'points were not enough', facts }
}

function opponentsFace({ story: { season }, teamId, nameOf }: Story): Face | null {
  const { nemesis, favorite } = rivalsOf(season, teamId)
  const toFact = (label: string, rival: Rival) =>
    fact(
      label,
      nameOf(rival.teamId),
      `${formatRecord(rival)}, ${formatSigned(rival.difference / 100)} points`,
    )
  const facts = [
    ...(nemesis === null ? [] : [toFact('Nemesis', nemesis)]),
    ...(favorite === null ? [] : [toFact('Favorite opponent', favorite)]),
  ]
  const hero = nemesis ?? favorite
  return hero === null
    ? null
    : { value: formatRecord(hero), caption: `against ${nameOf(hero.teamId)}`, facts }
}

function luckFace({ story: { season }, teamId, nameOf }: Story): Face | null {
  const all = luckOfTeams(season)
  const own = all.find((each) => each.teamId === teamId)
  if (own === undefined || own.allPlayRate === null) return null
  const { luck, expectedWins } = own
  const rank = rankIn(
    all.map((each) => each.luck),
    luck,
  )
  const swaps = swapSchedules(season).find((each) => each.teamId === teamId)
  const best = swaps?.records.find(({ record }) => record.wins + record.ties / 2 === swaps.best)
  return {
    value: formatSigned(luck),
    caption:
      formatSigned(luck) === '0.0'
        ? 'wins from the schedule: it was fair'
        : `wins ${luck > 0 ? 'given' : 'taken'} by the schedule`,
    facts: [
      fact('Luck rank', formatOrdinal(rank), `luckiest of ${all.length}`),
      fact('Expected wins', expectedWins.toFixed(1), 'by all scores of each week'),
      swaps === undefined || best === undefined || swaps.better === 0
        ? fact('Best schedule', 'The own one', 'no other gives more wins')
        : fact('Best schedule', formatRecord(best.record), `with that of ${nameOf(best.scheduleOf)}`),
    ],
  }
}

function streakFace({ story: { season }, teamId, nameOf }: Story): Face | null {
  const streak = longestWinStreak(season, teamId)
  const [first, last] = [streak[0], streak.at(-1)]
  if (first === undefined || last === undefined || streak.length < MIN_STREAK) return null
  const games = gamesOfTeam(completedGames(season), teamId)
  const next = games[games.findIndex(({ game }) => game === last.game) + 1]
  const biggest = streak.reduce((most, game) => (marginOf(game) > marginOf(most) ? game : most))
  return {
    value: `${streak.length}`,
    caption: 'wins in a row',
    facts: [
      gameFact('Biggest win of it', biggest, nameOf),
      next === undefined
        ? fact('Ended by', 'Nobody', 'the regular season ended first')
        : gameFact(next.result === 0.5 ? 'Ended by a tie' : 'Ended by', next, nameOf),
    ],
    weeks: formatWeeks(first.game.weeks[0] ?? 0, last.game.weeks.at(-1) ?? 0),
  }
}

function onlyFace({ story, teamId, nameOf }: Story): Face | null {
  const only = onlyFactOf(story, teamId)
  if (only === null) return null
  const { kind, value, game } = only
  const texts = {
    beat_champion: ['Beat the champion', 'in the regular season. Nobody else did'],
    season_high: [formatPoints(value as Points), 'points: the highest score of the season'],
    points_in_loss: [formatPoints(value as Points), 'points and still a loss: the most of the season'],
    wins_without_top: [pluralize(value, 'win'), 'without the top score of any week: the most of the season'],
    perfect_lineups: [pluralize(value, 'perfect lineup'), 'the most of the season'],
    fewest_against: [formatTotal(value as Points), 'points against: the fewest of the season'],
  } as const
  const own: TeamGame | undefined = game === null ? undefined : gamesOfTeam([game], teamId)[0]
  const [text, caption] = texts[kind]
  return { value: text, caption, facts: own === undefined ? [] : [gameFact('The game', own, nameOf)] }
}
