import { pluralize } from '../../pluralize.ts'
import { seasonEfficiency } from '../../rosters/lineup.ts'
import { reviewedGames } from '../season/season-lineups.ts'
import {
  allWeeks,
  type Face,
  fact,
  formatSigned,
  formatTotal,
  formatWeeks,
  type Story,
} from './season-card.ts'
import { bestOf, bestPickup, bestTrade } from './season-moves.ts'

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
