import { joinWithAnd } from '../../pluralize.ts'
import { type Goal, type GoalRules, goalOf, type OpenRace } from './clinch.ts'

/** One game of others that has to end in a certain way, told about one of its teams (an index). */
export type Condition = { team: number; result: 'wins' | 'ties' | 'loses' | 'does_not_win' | 'does_not_lose' }

/** The place is certain with any of the own results, if all conditions are met. */
export type ScenarioLine = { own: ('win' | 'tie' | 'loss')[]; conditions: Condition[] }

const OWN_UNITS = { win: 2, tie: 1, loss: 0 } as const
const MAX_CONDITIONS = 3
const MAX_LINES = 3

/** The sets of results that a condition can allow, as bits of the units of the first team: 1 loss, 2 tie, 4 win. */
const CONDITION_MASKS = [0b110, 0b011, 0b100, 0b001, 0b010]
const ANY_RESULT = 0b111

/** In the last week, when every team plays at most one game. Empty if the team does not play. */
export function scenariosOf(team: number, race: OpenRace, rules: GoalRules) {
  const goal = goalOf(team, 'place', rules)
  const ownGame = race.games.find((game) => game.includes(team))
  if (goal === null || ownGame === undefined) return { lines: [], combinations: null }
  const rival = ownGame[0] === team ? ownGame[1] : ownGame[0]
  const others = race.games.filter((game) => game !== ownGame)
  const lines: ScenarioLine[] = []
  let certain = 0
  for (const own of ['win', 'tie', 'loss'] as const) {
    const units = [...race.units]
    units[team] = (units[team] ?? 0) + OWN_UNITS[own]
    units[rival] = (units[rival] ?? 0) + 2 - OWN_UNITS[own]
    const outcomes = certainOutcomes(goal, units, others)
    if (own !== 'tie')
      certain += outcomes.filter((isCertain, code) => isCertain && hasNoTie(code, others.length)).length
    for (const masks of weakestMasks(outcomes, others.length)) {
      const conditions = masks.flatMap(
        (mask, game) => toCondition(mask, others[game], units, units[team] ?? 0) ?? [],
      )
      const same = lines.find((line) => JSON.stringify(line.conditions) === JSON.stringify(conditions))
      if (same === undefined) lines.push({ own: [own], conditions })
      else same.own.push(own)
    }
  }
  const isCounted = lines.length === 0 && certain > 0
  return {
    lines: lines.slice(0, MAX_LINES),
    combinations: isCounted ? { certain, total: 2 ** race.games.length } : null,
  }
}

/** Whether the place is certain, by the results of the games: their first teams' units as digits of base 3. */
function certainOutcomes(goal: Goal, units: readonly number[], games: OpenRace['games']): boolean[] {
  return Array.from({ length: 3 ** games.length }, (_, code) => {
    const table = [...units]
    for (const [index, [a, b]] of games.entries()) {
      const won = resultIn(code, index)
      table[a] = (table[a] ?? 0) + won
      table[b] = (table[b] ?? 0) + 2 - won
    }
    const own = table[goal.team] ?? 0
    return !goal.isMissed(
      table.reduce((set, each, other) => (other !== goal.team && each >= own ? set | (1 << other) : set), 0),
    )
  })
}

function resultIn(code: number, game: number): number {
  return Math.floor(code / 3 ** game) % 3
}

function hasNoTie(code: number, games: number): boolean {
  return Array.from({ length: games }, (_, game) => resultIn(code, game)).every((result) => result !== 1)
}

/** The allowed results per game, fewest conditions first, of lines that no other line implies. */
function weakestMasks(outcomes: readonly boolean[], games: number): number[][] {
  if (!outcomes.includes(true)) return []
  const relevant = Array.from({ length: games }, (_, game) => game).filter((game) =>
    isRelevant(game, outcomes),
  )
  const found: number[][] = []
  let lines = [Array.from({ length: games }, () => ANY_RESULT)]
  for (let count = 0; count <= MAX_CONDITIONS; count += 1) {
    for (const line of lines) {
      const isImplied = found.some((weaker) =>
        weaker.every((mask, game) => ((line[game] ?? 0) & ~mask) === 0),
      )
      if (!isImplied && allows(line, outcomes)) found.push(line)
    }
    lines = lines.flatMap((line) => withOneMore(line, relevant, found))
  }
  return found
}

function isRelevant(game: number, outcomes: readonly boolean[]): boolean {
  return outcomes.some((isCertain, code) => isCertain !== outcomes[code - resultIn(code, game) * 3 ** game])
}

/** The lines with one more condition, on a game after the last one that has a condition. */
function withOneMore(line: readonly number[], relevant: readonly number[], found: readonly number[][]) {
  if (found.some((weaker) => weaker.every((mask, game) => mask === line[game]))) return []
  const last = line.findLastIndex((mask) => mask !== ANY_RESULT)
  return relevant
    .filter((game) => game > last)
    .flatMap((game) => CONDITION_MASKS.map((mask) => line.with(game, mask)))
}

function allows(line: readonly number[], outcomes: readonly boolean[]): boolean {
  return outcomes.every(
    (isCertain, code) => isCertain || line.some((mask, game) => (mask & (1 << resultIn(code, game))) === 0),
  )
}

/** Tells about the team that the result moves past the own one. null without a condition. */
function toCondition(
  mask: number,
  game: readonly [number, number] | undefined,
  units: readonly number[],
  own: number,
): Condition | null {
  if (mask === ANY_RESULT || game === undefined) return null
  const canPass = (team: number) => (units[team] ?? 0) < own && (units[team] ?? 0) + 2 >= own
  const isSecond = !canPass(game[0]) && canPass(game[1])
  const results = {
    4: ['wins', 'loses'],
    2: ['ties', 'ties'],
    1: ['loses', 'wins'],
    6: ['does_not_lose', 'does_not_win'],
    3: ['does_not_win', 'does_not_lose'],
  } as const
  const [first, second] = results[mask as keyof typeof results]
  return isSecond ? { team: game[1], result: second } : { team: game[0], result: first }
}

/** A sentence such as `In with a win, or with a tie and a loss by Anchors.`; null without scenarios. */
export function describeScenarios(
  { lines, combinations }: ReturnType<typeof scenariosOf>,
  nameOf: (team: number) => string,
): string | null {
  if (combinations !== null)
    return `In with ${combinations.certain} of ${combinations.total} combinations of results.`
  if (lines.length === 0) return null
  return `In ${lines.map((line) => describeLine(line, nameOf)).join(', or ')}.`
}

function describeLine({ own, conditions }: ScenarioLine, nameOf: (team: number) => string): string {
  const results = own.length === 3 ? 'any result' : own.map((result) => `a ${result}`).join(' or ')
  const nouns = conditions.flatMap(({ team, result }) => {
    const noun = {
      wins: 'a win by',
      loses: 'a loss by',
      ties: 'a tie of',
      does_not_win: null,
      does_not_lose: null,
    }[result]
    return noun === null ? [] : [`${noun} ${nameOf(team)}`]
  })
  const clauses = conditions.flatMap(({ team, result }) => {
    if (result === 'does_not_win') return [`${nameOf(team)} does not win`]
    return result === 'does_not_lose' ? [`${nameOf(team)} does not lose`] : []
  })
  const condition = clauses.length === 0 ? '' : ` if ${joinWithAnd(clauses)}`
  return `with ${joinWithAnd([results, ...nouns])}${condition}`
}
