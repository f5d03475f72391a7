import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQuery } from '../../api/operations.ts'

export type Bracket = ApiResponse<'GET /api/league/:league/insights/bracket/'>
export type BracketRound = Bracket['rounds'][number]
export type Pairing = BracketRound['championship'][number]
type Projection = NonNullable<BracketRound['projected']>
export type ProjectedPairing = Projection['pairings'][number]
export type BracketTeam = Bracket['teams'][number]

/** The playoffs of a season; null for the current one. Read again when scores change, like the scoreboard. */
export const bracketQuery = (league: string, season: number | null = null) =>
  leagueQuery('GET /api/league/:league/insights/bracket/', ['scoreboard', 'bracket'], { league, season })

/** What the provider has not set of a round. */
export function projectionOf({ projected }: BracketRound): Projection {
  return projected ?? { pairings: [], byes: [] }
}

type Content =
  | { kind: 'game'; pairing: Pairing }
  | { kind: 'bye'; teamId: number; isProjected: boolean }
  | { kind: 'projected'; pairing: ProjectedPairing }
  /** A game whose teams are not known yet. */
  | { kind: 'open' }
  /** Nothing, next to a team that came from nowhere in the stored games. */
  | { kind: 'gap' }

/** What a team came from: a game or a bye of the round before. */
type Feeder = {
  /** Of a side that can be several teams, the best seed. */
  teamId: number
  /** The middle of it, as a share of the height of the cell that it leads to. */
  at: number
}

export type Cell = Content & {
  key: string
  rows: number
  feeders: Feeder[]
}

type Node = {
  content: Content
  rows: number
  /** From top to bottom. `teamId` is null without a line between the two. */
  before: { node: Node; teamId: number | null }[]
}

/**
 * The cells of each round, from top to bottom. A game stands between the two that its teams came from, so that lines
 * between them never cross, also after reseeding. All columns have the same height in rows.
 * @param strengthOf the lower, the further up
 */
export function layoutBracket(
  rounds: readonly BracketRound[],
  strengthOf: (teamId: number) => number,
): Cell[][] {
  const strengthIn = (content: Content) => Math.min(...teamIdsOf(content).map(strengthOf))
  const unused = rounds.map((round) => contentsOf(round).sort((a, b) => strengthIn(a) - strengthIn(b)))

  /**
   * Takes what a side came from out of what has no place yet. For a side that can come from several games, one of them
   * is drawn next to it, without a line.
   */
  function take(round: number, side: readonly number[]): { source: Content; hasLine: boolean } {
    const left = unused[round] ?? []
    const hasAny = (content: Content) => teamIdsOf(content).some((teamId) => side.includes(teamId))
    const index = left.findIndex((content) => side.every((teamId) => teamIdsOf(content).includes(teamId)))
    const nextTo = index < 0 ? left.findLastIndex(hasAny) : index
    const [source] = nextTo < 0 ? [] : left.splice(nextTo, 1)
    return { source: source ?? { kind: 'gap' }, hasLine: index >= 0 }
  }

  /** The two contents that are drawn next to a game to come: the strongest and the weakest that are left. */
  function takeTwo(round: number): [Content, Content] {
    const left = unused[round] ?? []
    return [left.shift() ?? { kind: 'open' }, left.pop() ?? { kind: 'open' }]
  }

  function listBefore(content: Content, round: number): Node['before'] {
    const previous = round - 1
    if (round === 0) return []
    if (content.kind === 'open') {
      return takeTwo(previous).map((each) => ({ node: toNode(each, previous), teamId: null }))
    }
    if (content.kind === 'gap') return [{ node: toNode(content, previous), teamId: null }]
    const sides = sidesOf(content).map((side) => side.toSorted((a, b) => strengthOf(a) - strengthOf(b)))
    sides.sort(([a = 0], [b = 0]) => strengthOf(a) - strengthOf(b))
    return sides.map((side) => {
      const { source, hasLine } = take(previous, side)
      return { node: toNode(source, previous), teamId: hasLine ? (side[0] ?? null) : null }
    })
  }

  function toNode(content: Content, round: number): Node {
    const before = listBefore(content, round)
    return { content, before, rows: before.length === 0 ? 1 : sumRows(before) }
  }

  const columns: Cell[][] = rounds.map(() => [])
  const addCell = (round: number, content: Content, rows: number, feeders: Feeder[]) => {
    const column = columns[round] ?? []
    column.push({ ...content, key: `${round} ${column.length}`, rows, feeders })
  }
  function addCells({ content, before, rows }: Node, round: number): void {
    const feeders = before.flatMap(({ node, teamId }, index) =>
      teamId === null ? [] : [{ teamId, at: (sumRows(before.slice(0, index)) + node.rows / 2) / rows }],
    )
    addCell(round, content, rows, feeders)
    for (const { node } of before) addCells(node, round - 1)
  }

  // The latest round first. A game of an earlier round that leads nowhere stands below the others.
  const last = rounds.length - 1
  if (unused[last]?.length === 0) unused[last].push({ kind: 'open' })
  for (let round = last; round >= 0; round -= 1) {
    for (const content of unused[round]?.splice(0) ?? []) {
      const node = toNode(content, round)
      addCells(node, round)
      for (let later = round + 1; later <= last; later += 1) addCell(later, { kind: 'gap' }, node.rows, [])
    }
  }
  return columns
}

function contentsOf(round: BracketRound): Content[] {
  const { championship, byes } = round
  const projected = projectionOf(round)
  return [
    ...championship.map((pairing) => ({ kind: 'game' as const, pairing })),
    ...byes.map((teamId) => ({ kind: 'bye' as const, teamId, isProjected: false })),
    ...projected.pairings.map((pairing) => ({ kind: 'projected' as const, pairing })),
    ...projected.byes.map((teamId) => ({ kind: 'bye' as const, teamId, isProjected: true })),
  ]
}

function sidesOf(content: Content): number[][] {
  switch (content.kind) {
    case 'game':
      return [[content.pairing.home.team_id], [content.pairing.away.team_id]]
    case 'projected':
      return content.pairing.sides.map(({ team_ids: teamIds }) => teamIds)
    case 'bye':
      return [[content.teamId]]
    case 'open':
    case 'gap':
      return []
  }
}

function teamIdsOf(content: Content): number[] {
  return sidesOf(content).flat()
}

function sumRows(before: Node['before']): number {
  return before.reduce((sum, { node }) => sum + node.rows, 0)
}
