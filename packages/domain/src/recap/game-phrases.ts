import type { Phrase } from './phrases.ts'
import type { GameKind, RecapGame } from './recap-document.ts'

/** The texts that the phrases are built from. Verbs are in the past tense, because names can be singular or plural. */
export type GameTexts = {
  w: string
  l: string
  /** Both scores, such as '101.5–88.0'. */
  s: string
  /** The score of the winner. */
  p: string
  /** The margin. */
  m: string
  /** The games of the streak. */
  n: number
  /** The round in lower case, such as 'semifinal'. */
  r: string
}

/** Returns the texts of a game. Of a series, who won it counts, not who won its last game. */
export function toGameTexts(game: RecapGame): GameTexts {
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
