import { randomNumbers, seedOf } from '../insights/odds/score-model.ts'
import type { GameKind, RecapGame } from './recap-document.ts'

export type Phrase<Fact> = (fact: Fact) => string

export interface Phrasebook {
  /** Returns null when every phrase has been used. */
  draw<Fact>(phrases: readonly Phrase<Fact>[], fact: Fact): string | null
}

/**
 * The same season and week always choose the same phrases. Consecutive weeks begin at different ones, so that a reader
 * of all weeks does not see the same phrase two weeks in a row.
 */
export function phrasebook(seasonKey: string, week: number): Phrasebook {
  const used = new Set<unknown>()
  const orders = new Map<unknown, readonly unknown[]>()
  return {
    draw<Fact>(phrases: readonly Phrase<Fact>[], fact: Fact) {
      const order = (orders.get(phrases) ?? shuffle(phrases, seasonKey)) as readonly Phrase<Fact>[]
      orders.set(phrases, order)
      const stride = Math.max(1, Math.floor(order.length / 3))
      const first = (week * stride + Math.floor(week / 3)) % Math.max(order.length, 1)
      const rotated = [...order.slice(first), ...order.slice(0, first)]
      const phrase = rotated.find((each) => !used.has(each))
      if (phrase === undefined) return null
      used.add(phrase)
      return phrase(fact)
    },
  }
}

function shuffle<Item>(items: readonly Item[], seedText: string): Item[] {
  const random = randomNumbers(seedOf(seedText))
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

export type GameTexts = ReturnType<typeof toGameTexts>

/**
 * Returns the texts of a game that the phrases are built from: winner and loser, both scores such as '101.5–88.0', the
 * points of the winner, the margin, the games of the streak, and the round in lower case. Of a series, who won it counts,
 * not who won its last game.
 */
export function toGameTexts(game: RecapGame) {
  const { score, against, series } = game
  const winner = series?.winner ?? game.winner
  const loser = winner.id === game.winner.id ? game.loser : game.winner
  return {
    w: winner.name,
    l: loser.name,
    s:
      series === null
        ? bothScores(score, against)
        : `${bothScores(series.score, series.against)} on aggregate`,
    p: score,
    m: `${game.margin} ${game.margin === '1.0' ? 'point' : 'points'}`,
    n: game.streak,
    r: (game.round ?? 'playoff game').toLowerCase(),
  }
}

export function bothScores(score: string, against: string): string {
  return `${score}${score.startsWith('-') || against.startsWith('-') ? ' to ' : '–'}${against}`
}

type GamePhrase = Phrase<GameTexts>

/** Verbs are in the past tense, because names can be singular or plural. */
export const GAME_PHRASES: Readonly<Record<GameKind, readonly GamePhrase[]>> = {
  plain: [
    ({ w, l, s }) => `${w} beat ${l} ${s}.`,
    ({ w, l, s }) => `${w} took care of ${l}, ${s}.`,
    ({ w, l, s }) => `${w} got past ${l} ${s}.`,
    ({ w, l, m, s }) => `${l} came up ${m} short against ${w}, ${s}.`,
    ({ w, l, s }) => `The win went to ${w} over ${l}, ${s}.`,
    ({ w, l, s }) => `Against ${l}, ${w} won ${s}.`,
    ({ w, l, s }) => `${l} fell to ${w}, ${s}.`,
    ({ w, l, s }) => `${w} did enough to beat ${l}, ${s}.`,
    ({ w, l, s }) => `${w} handed ${l} a loss, ${s}.`,
    ({ w, l, m, s }) => `${w} had ${m} to spare against ${l}, ${s}.`,
    ({ w, l, s }) => `There was no way past ${w} for ${l}, ${s}.`,
    ({ w, l, s }) => `${w} came out ahead of ${l}, ${s}.`,
    ({ w, l, s }) => `${l} chased ${w} and lost, ${s}.`,
    ({ w, l, s }) => `${w} made it a bad Tuesday morning for ${l}, ${s}.`,
  ],
  thriller: [
    ({ w, l, m, s }) => `${w} survived ${l} by ${m}, ${s}.`,
    ({ w, l, m, s }) => `${l} will replay every lineup decision after losing to ${w} by ${m}, ${s}.`,
    ({ w, l, s }) => `There was almost nothing between ${w} and ${l}, and ${w} took it ${s}.`,
    ({ w, l, m, s }) => `${w} escaped against ${l} with ${m} to spare, ${s}.`,
    ({ w, l, m, s }) => `Only ${m} separated ${w} from ${l}, ${s}.`,
    ({ w, l, s }) => `${l} lost a heartbreaker to ${w}, ${s}.`,
    ({ w, l, s }) => `${w} edged ${l} ${s}.`,
    ({ w, l, m, s }) => `A margin of ${m} was all ${w} had on ${l}, and all it took, ${s}.`,
  ],
  rout: [
    ({ w, l, s }) => `${w} ran away from ${l}, ${s}.`,
    ({ w, l, m, s }) => `${w} buried ${l} by ${m}, ${s}.`,
    ({ w, l, m, s }) => `${l} ran into a buzz saw: ${w} won by ${m}, ${s}.`,
    ({ w, l, s }) => `${w} flattened ${l}, ${s}.`,
    ({ w, l, s }) => `Mercy rule, anyone? ${w} hammered ${l}, ${s}.`,
    ({ w, l, s }) => `It got ugly for ${l}, who lost to ${w} ${s}.`,
    ({ w, l, s }) => `${w} left no doubt against ${l}, ${s}.`,
  ],
  upset: [
    ({ w, l, s }) => `Upset alert: ${w} knocked off ${l}, ${s}.`,
    ({ w, l, s }) => `The power ranking liked ${l}. ${w} did not care and won ${s}.`,
    ({ w, l, s }) => `${w} pulled the upset on ${l}, ${s}.`,
    ({ w, l, s }) => `On paper this was a game for ${l}; on the scoreboard it was ${w}, ${s}.`,
    ({ w, l, s }) => `${l} went in as the favorite and came out with a loss to ${w}, ${s}.`,
  ],
  ended: [
    ({ w, l, n, s }) => `${w} ended the winning streak of ${l} at ${n}, ${s}.`,
    ({ w, l, n, s }) => `${l} had won ${n} in a row before running into ${w}, ${s}.`,
    ({ w, l, n, s }) => `So much for ${n} wins in a row: ${l} lost to ${w}, ${s}.`,
    ({ w, l, n, s }) => `${w} put a stop to ${l}, winners of ${n} straight, ${s}.`,
    ({ w, l, n, s }) => `The ${n}-game run of ${l} is over, thanks to ${w}, ${s}.`,
  ],
  relief: [
    ({ w, l, n, s }) => `After ${n} straight losses, ${w} found a win against ${l}, ${s}.`,
    ({ w, l, n, s }) => `The drought ended at ${n} games for ${w}, who beat ${l} ${s}.`,
    ({ w, l, n, s }) => `${w} stopped the bleeding after ${n} losses in a row by beating ${l} ${s}.`,
  ],
  streak: [
    ({ w, l, n, s }) => `Make it ${n} straight for ${w}, who beat ${l} ${s}.`,
    ({ w, l, n, s }) => `${w} stretched the winning streak to ${n} games by beating ${l} ${s}.`,
    ({ w, l, n, s }) => `${l} became the latest to fall to ${w}, ${s}, and the run is at ${n} games.`,
    ({ w, l, n, s }) => `${w} kept rolling past ${l}, ${s}, for win No. ${n} in a row.`,
  ],
  skid: [
    ({ w, l, n, s }) => `The losing streak of ${l} reached ${n} games with a loss to ${w}, ${s}.`,
    ({ w, l, n, s }) => `${w} handed ${l} loss No. ${n} in a row, ${s}.`,
    ({ w, l, n, s }) => `Still no relief for ${l}: ${w} won ${s}, and that makes ${n} straight losses.`,
    ({ w, l, n, s }) =>
      `Nothing is going right for ${l}, who lost to ${w} ${s}, the last of ${n} losses in a row.`,
  ],
  tie: [
    ({ w, l, p }) => `${w} and ${l} could not be separated at ${p}.`,
    ({ w, l, p }) => `Nobody won between ${w} and ${l}, who finished level at ${p}.`,
    ({ w, l, p }) => `All that football, and ${w} and ${l} tied at ${p}.`,
  ],
  title: [
    ({ w, l, s }) => `${w} won the championship, beating ${l} ${s}.`,
    ({ w, l, s }) => `The title belongs to ${w}: ${s} over ${l} in the championship game.`,
    ({ w, l, s }) => `With everything on the line, ${w} beat ${l} ${s} and took the championship.`,
  ],
  playoff: [
    ({ w, l, s, r }) => `${w} beat ${l} ${s} in the ${r} and moved on.`,
    ({ w, l, s, r }) => `The title hopes of ${l} ended in the ${r}: ${w} won ${s}.`,
    ({ w, l, s, r }) => `${w} advanced from the ${r}, ${s} over ${l}.`,
    ({ w, l, s }) => `${w} stayed alive by knocking out ${l}, ${s}.`,
  ],
  leg: [
    ({ w, l, s, r }) => `Halfway through the ${r}, ${w} had the edge over ${l}, ${s}.`,
    ({ w, l, s, r }) => `${w} took the first part of the ${r} against ${l}, ${s}.`,
  ],
  third: [
    ({ w, l, s }) => `${w} beat ${l} ${s} for third place.`,
    ({ w, l, s }) => `Third place went to ${w}, ${s} over ${l}.`,
  ],
  consolation: [
    ({ w, l, s }) => `In the consolation bracket, ${w} beat ${l} ${s}.`,
    ({ w, l, s }) => `Playing for pride, ${w} got the better of ${l}, ${s}.`,
    ({ w, l, s }) => `${w} finished ahead of ${l}, ${s}, outside the title race.`,
  ],
}

export const ALSO_TOP_PHRASES: readonly GamePhrase[] = [
  ({ p }) => `The ${p} was the high score, too.`,
  ({ p }) => `No other team got to ${p}.`,
  ({ p }) => `That ${p} also led the league.`,
]

/** Headlines, without a period. Kinds without one use those of plain games. */
export const HEADLINES: Readonly<Partial<Record<GameKind, readonly GamePhrase[]>>> & {
  plain: readonly GamePhrase[]
} = {
  plain: [({ w, l }) => `${w} too good for ${l}`, ({ w, p }) => `${w} put up ${p}`],
  title: [({ w }) => `Champions: ${w}`, ({ w }) => `The title goes to ${w}`],
  playoff: [({ w, r }) => `${w} through the ${r}`, ({ l }) => `The road ends here for ${l}`],
  thriller: [
    ({ w, l, m }) => `${w} over ${l}, by ${m}`,
    ({ w }) => `A narrow escape for ${w}`,
    ({ l, m }) => `So close for ${l}: ${m}`,
  ],
  tie: [({ w, l }) => `Nothing to choose between ${w} and ${l}`],
  upset: [({ w }) => `A stunner from ${w}`, ({ w, l }) => `Upset: ${w} over ${l}`],
  ended: [({ l, n }) => `The run of ${l} ends at ${n}`],
  rout: [({ w }) => `A rout for ${w}`, ({ w, l }) => `No mercy: ${w} over ${l}`],
  streak: [({ w, n }) => `${n} in a row for ${w}`],
  relief: [({ w }) => `Finally, a win for ${w}`],
}

type Named = { t: string }
type Scored = Named & { p: string }

export const OPENERS: Readonly<Record<'first' | 'last' | 'playoffs', readonly Phrase<null>[]>> = {
  first: [
    () => 'Football is back.',
    () => 'The waiting is over, and the season has begun.',
    () => 'Everybody was undefeated on Thursday.',
  ],
  last: [
    () => 'The regular season is done.',
    () => 'That was the regular season.',
    () => 'No more second chances: the regular season is over.',
  ],
  playoffs: [
    () => 'Win or go home: the playoffs began.',
    () => 'The playoffs are here.',
    () => 'From here on, a loss is the end.',
  ],
}

export const TOP_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `Nobody scored more than ${t}, at ${p}.`,
  ({ t, p }) => `${t} set the pace with ${p}.`,
  ({ t, p }) => `The high score was ${p}, by ${t}.`,
  ({ t, p }) => `Tops in scoring: ${t}, with ${p}.`,
  ({ t, p }) => `The best score on the board, ${p}, belonged to ${t}.`,
]

export const TOP_LOSS_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} scored ${p}, more than anyone else, and still lost.`,
  ({ t, p }) => `The high score, ${p}, went to waste for ${t}.`,
]

export const LOW_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} brought up the rear with ${p}.`,
  ({ t, p }) => `At the other end, ${t} managed just ${p}.`,
  ({ t, p }) => `The low score belonged to ${t}: ${p}.`,
  ({ t, p }) => `Nobody scored less than ${t}, at ${p}.`,
  ({ t, p }) => `It was a long Sunday for ${t}, with only ${p}.`,
]

export const LOW_WIN_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} had the low score, ${p}, and got away with it.`,
  ({ t, p }) => `The low score, ${p}, was enough for ${t} to win. Go figure.`,
]

export const PLAYER_PHRASES: readonly Phrase<Scored & { player: string }>[] = [
  ({ t, p, player }) => `${player} was the player of the week, with ${p} for ${t}.`,
  ({ t, p, player }) => `No starter outscored ${player}, who had ${p} for ${t}.`,
  ({ t, p, player }) => `${t} got ${p} from ${player}, the most of any starter.`,
  ({ t, p, player }) => `The biggest line came from ${player}: ${p} for ${t}.`,
]

export const PICKUP_PHRASES: readonly Phrase<Scored & { player: string }>[] = [
  ({ t, p, player }) => `The pickup of the week was ${player}, who gave ${t} ${p}.`,
  ({ t, p, player }) => `${t} found ${player} on the wire and got ${p} out of the move.`,
  ({ t, p, player }) => `Waiver wire gold for ${t}: ${player} scored ${p}.`,
]

export const BENCH_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `${t} left ${p} points on the bench.`,
  ({ t, p }) => `The costliest bench belonged to ${t}: ${p} points went unused.`,
  ({ t, p }) => `No bench was better than that of ${t}, where ${p} points stayed.`,
]

export const COSTLY_BENCH_PHRASES: readonly Phrase<Scored & { m: string }>[] = [
  ({ t, p, m }) => `${t} lost by ${m} and left ${p} on the bench. That one stings.`,
  ({ t, p, m }) => `The bench of ${t} held ${p} points more, in a game lost by ${m}.`,
]

export const HEARTBREAK_PHRASES: readonly Phrase<Scored>[] = [
  ({ t, p }) => `No loss was harder to take than that of ${t}, with ${p}.`,
  ({ t, p }) => `${t} put up ${p} and had nothing to show for it.`,
  ({ t, p }) => `Spare a thought for ${t}: ${p}, and a loss.`,
]

export const PERFECT_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `Hats off to ${t} for a perfect lineup.`,
  ({ t }) => `Not a point was left on the bench by ${t}.`,
  ({ t }) => `The lineup card of the week: perfect, by ${t}.`,
]

export const ASLEEP_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `Somebody wake ${t}: a starting spot went to nobody, or to a player on bye.`,
  ({ t }) => `A reminder to set the lineup goes to ${t}, with a starting spot that could not score.`,
]

export const FIRST_PLACE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `The power ranking has a new No. 1: ${t}.`,
  ({ t }) => `${t} took over No. 1 in the power ranking.`,
  ({ t }) => `There was a change at the top of the power ranking, to ${t}.`,
]

export const RISE_PHRASES: readonly Phrase<Named & { by: string; rank: number }>[] = [
  ({ t, by, rank }) => `${t} climbed ${by} to No. ${rank} in the power ranking.`,
  ({ t, by, rank }) => `The biggest riser in the power ranking was ${t}, up ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Stock up: ${t}, ${by} higher at No. ${rank} in the power ranking.`,
]

export const FALL_PHRASES: readonly Phrase<Named & { by: string; rank: number }>[] = [
  ({ t, by, rank }) => `${t} slid ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Nobody dropped further than ${t}, down ${by} to No. ${rank}.`,
  ({ t, by, rank }) => `Heading the wrong way: ${t}, ${by} lower at No. ${rank}.`,
]

export const NEW_ODDS_PHRASES: readonly Phrase<Named & { after: string }>[] = [
  ({ t, after }) => `The first playoff odds of the season are out, and they like ${t} best, at ${after}.`,
  ({ t, after }) => `Enough has been played for playoff odds, which put ${t} first, at ${after}.`,
]

type OddsTexts = Named & { before: string; after: string }

export const UP_PHRASES: readonly Phrase<OddsTexts>[] = [
  ({ t, before, after }) => `The playoff odds of ${t} jumped from ${before} to ${after}.`,
  ({ t, before, after }) => `No team helped its playoff chances more than ${t}, from ${before} to ${after}.`,
  ({ t, before, after }) => `From ${before} to ${after}: the playoffs came closer for ${t}.`,
]

export const DOWN_PHRASES: readonly Phrase<OddsTexts>[] = [
  ({ t, before, after }) => `${t} went the other way in the playoff race, from ${before} to ${after}.`,
  ({ t, before, after }) => `For ${t}, the chance of making the playoffs shrank from ${before} to ${after}.`,
  ({ t, before, after }) => `The playoffs moved away from ${t}: ${after}, down from ${before}.`,
]

export const CLINCHED_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `A playoff spot is certain for ${t}.`,
  ({ t }) => `${t} clinched a playoff spot.`,
  ({ t }) => `Punch the ticket: the playoffs will include ${t}.`,
]

export const ELIMINATED_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `The playoffs are out of reach for ${t}.`,
  ({ t }) => `For ${t}, the playoff race is over.`,
  ({ t }) => `It is wait till next year for ${t}, with no path to the playoffs left.`,
]

export const RECORD_PHRASES: readonly Phrase<{ label: string; holder: string; value: string }>[] = [
  ({ label, holder, value }) => `The record book has a new line for the ${label}: ${holder}, ${value}.`,
  ({ label, holder, value }) => `League history was made by ${holder} with the ${label}, ${value}.`,
  ({ label, holder, value }) => `${value} is the new mark for the ${label}, set by ${holder}.`,
  ({ label, holder, value }) => `The record for the ${label} now belongs to ${holder}: ${value}.`,
]

export const LEADER_PHRASES: readonly Phrase<Named & { record: string }>[] = [
  ({ t, record }) => `At the top of the standings: ${t}, ${record}.`,
  ({ t, record }) => `First place belongs to ${t} at ${record}.`,
  ({ t, record }) => `The team to catch is ${t}, at ${record}.`,
  ({ t, record }) => `Everybody is looking up at ${t}, ${record}.`,
]

export const SHARED_LEAD_PHRASES: readonly Phrase<Named & { record: string }>[] = [
  ({ t, record }) => `No team has a better record than ${record}, which ${t} share.`,
  ({ t, record }) => `It is crowded at the top, where ${t} are ${record}.`,
  ({ t, record }) => `The best record, ${record}, is shared by ${t}.`,
]

export const BYE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `${t} had the week off.`,
  ({ t }) => `There was no game for ${t}.`,
]

export const PLAYOFF_BYE_PHRASES: readonly Phrase<Named>[] = [
  ({ t }) => `${t} watched from the couch with a bye.`,
  ({ t }) => `A bye kept ${t} out of harm's way.`,
]
