import { joinNames, pluralize } from '../../pluralize.ts'
import { formatMargin, formatPoints } from '../../points.ts'
import { formatRecord } from '../../seasons/format-record.ts'
import { isUnlisted } from '../moves/trades.ts'
import { luckOfTeams } from '../season/luck.ts'
import { completedGames, gamesOfTeam, type TeamGame } from '../season/regular-season.ts'
import {
  allWeeks,
  type CardFact,
  type CardKind,
  fact,
  formatSigned,
  formatTotal,
  formatWeeks,
  gameFact,
  MIN_CARDS,
  type SeasonCard,
  type SeasonStory,
} from './season-card.ts'
import { countMoves, extremeWeeks, marginOf } from './season-figures.ts'

type Holders = {
  kind: CardKind
  title: string
  value: string
  caption: string
  teamIds: number[]
  facts?: CardFact[]
  weeks?: string
}

/** The cards of the league, none if there are fewer than three. A card without data is left out. Source: analytics, "Season cards". */
export function leagueCards(story: SeasonStory): SeasonCard[] {
  const nameOf = (id: number) => story.teams.find((team) => team.teamId === id)?.name ?? `Team ${id}`
  const cards = [
    championCard(story, nameOf),
    ...gameCards(story, nameOf),
    ...luckCards(story),
    ...moveCards(story),
  ]
  const known = cards.filter((card) => card !== null)
  if (known.length < MIN_CARDS) return []
  return known.map((card) => {
    const { kind, teamIds, caption } = card
    // The name of the champion is the value.
    const names = kind === 'champion' ? '' : `, ${joinNames(teamIds.map(nameOf))}`
    const rest = { weeks: allWeeks(story.season), facts: [], chart: null }
    return { ...rest, ...card, caption: `${caption}${names}` }
  })
}

function championCard(story: SeasonStory, nameOf: (teamId: number) => string): Holders | null {
  const { championIds, runnerUpId, teams } = story
  const champions = teams.filter(({ teamId }) => championIds.includes(teamId))
  if (champions.length === 0) return null
  const isShared = champions.length > 1
  const toFacts = ({ name, record, pointsFor }: SeasonStory['teams'][number]) => {
    const label = isShared ? name : 'Regular season'
    return fact(label, formatRecord(record), `${formatTotal(pointsFor)} points`)
  }
  return {
    kind: 'champion',
    title: isShared ? 'Champions' : 'Champion',
    value: joinNames(champions.map(({ name }) => name)),
    caption: isShared ? 'share the championship' : 'won the championship',
    teamIds: champions.map(({ teamId }) => teamId),
    facts: [
      ...champions.map(toFacts),
      ...(runnerUpId === null ? [] : [fact('Runner-up', nameOf(runnerUpId))]),
    ],
    weeks: 'Playoffs',
  }
}

/** The earliest of equal games. */
function gameCards({ season }: SeasonStory, nameOf: (teamId: number) => string): (Holders | null)[] {
  const games = completedGames(season)
  const won = season.teams
    .flatMap(({ teamId }) => gamesOfTeam(games, teamId))
    .filter((game) => game.result === 1 && marginOf(game) > 0)
    .sort((a, b) => a.game.period - b.game.period || a.game.gameId - b.game.gameId)
  const scores = season.teams
    .flatMap(({ teamId }) => {
      const best = extremeWeeks(season, teamId)?.best
      return best === undefined ? [] : [{ ...best, teamId }]
    })
    .sort((a, b) => b.points - a.points || a.week - b.week)
  const [top] = scores
  const topGame = top === undefined ? undefined : gamesOfTeam([top.game], top.teamId)[0]
  const [blowout] = won.toSorted((a, b) => marginOf(b) - marginOf(a))
  const [closest] = won.toSorted((a, b) => marginOf(a) - marginOf(b))
  const toCard = (kind: CardKind, title: string, caption: string, game: TeamGame | undefined) =>
    game === undefined
      ? null
      : {
          kind,
          title,
          value: formatMargin(marginOf(game)),
          caption,
          teamIds: [game.own.teamId],
          facts: [gameFact('Final score', game, nameOf)],
          weeks: formatWeeks(game.game.weeks[0] ?? 0, game.game.weeks.at(-1) ?? 0),
        }
  return [
    top === undefined || topGame === undefined
      ? null
      : {
          kind: 'top_score',
          title: 'Top score',
          value: formatPoints(top.points),
          caption: `points in week ${top.week}`,
          teamIds: [top.teamId],
          facts: [gameFact('Final score', topGame, nameOf)],
          weeks: `Week ${top.week}`,
        },
    toCard('blowout', 'Biggest blowout', 'points was the largest margin', blowout),
    toCard('closest_game', 'Closest game', 'points was the smallest margin', closest),
  ]
}

function luckCards({ season }: SeasonStory): (Holders | null)[] {
  const all = luckOfTeams(season)
  const toCard = (kind: CardKind, title: string, sign: 1 | -1, caption: string): Holders | null => {
    const most = Math.max(...all.map(({ luck }) => luck * sign))
    if (most < 0.05) return null
    const holders = all.filter(({ luck }) => Math.abs(luck * sign - most) < 1e-9)
    const [first] = holders
    return {
      kind,
      title,
      value: formatSigned(most * sign),
      caption,
      teamIds: holders.map(({ teamId }) => teamId),
      facts:
        first === undefined
          ? []
          : [
              fact('Wins', `${first.wins}`, 'a tie counts as half'),
              fact('Expected wins', first.expectedWins.toFixed(1), 'by all scores of each week'),
            ],
    }
  }
  return [
    toCard('luckiest', 'Luckiest', 1, 'wins given by the schedule'),
    toCard('unluckiest', 'Unluckiest', -1, 'wins taken by the schedule'),
  ]
}

function moveCards(story: SeasonStory): (Holders | null)[] {
  const counts = [...countMoves(story)].sort(([a], [b]) => a - b)
  const unlisted = story.transactions.filter(isUnlisted).length
  const total = (kind: 'pickups' | 'trades') => counts.reduce((sum, [, count]) => sum + count[kind], 0)
  const toCard = (kind: CardKind, title: string, count: 'pickups' | 'trades', noun: string) => {
    const most = Math.max(0, ...counts.map(([, own]) => own[count]))
    if (most === 0) return null
    const teamIds = counts.filter(([, own]) => own[count] === most).map(([teamId]) => teamId)
    // A trade has at least two teams.
    const all =
      count === 'pickups'
        ? [fact('All teams', pluralize(total(count), noun))]
        : unlisted > 0
          ? [fact('ESPN does not list the players', pluralize(unlisted, noun))]
          : []
    const value = most.toLocaleString('en')
    const caption = most === 1 ? noun : `${noun}s`
    return { kind, title, value, caption, teamIds, facts: all, weeks: 'Whole season' }
  }
  return [
    toCard('most_moves', 'Most pickups', 'pickups', 'pickup'),
    toCard('most_trades', 'Most trades', 'trades', 'trade'),
  ]
}
