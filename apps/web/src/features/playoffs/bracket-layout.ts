import type { BracketRound, Pairing } from './use-bracket.ts'

type Content =
  | { kind: 'game'; pairing: Pairing }
  | { kind: 'bye'; teamId: number }
  /** A game whose teams are not known yet. */
  | { kind: 'open' }
  /** Nothing, next to a team that came from nowhere in the stored games. */
  | { kind: 'gap' }

/** What a team came from: a game or a bye of the round before. */
type Feeder = {
  teamId: number
  /** The middle of it, as a share of the height of the cell that it leads to. */
  at: number
}

export type Cell = Content & {
  key: string
  /** The height. */
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

  /** Takes what a team did in a round out of what has no place yet. */
  function take(round: number, teamId: number): Content {
    const left = unused[round] ?? []
    const index = left.findIndex((content) => teamIdsOf(content).includes(teamId))
    return left.splice(index, index < 0 ? 0 : 1)[0] ?? { kind: 'gap' }
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
    const teamIds = teamIdsOf(content).toSorted((a, b) => strengthOf(a) - strengthOf(b))
    return teamIds.map((teamId) => {
      const source = take(previous, teamId)
      return { node: toNode(source, previous), teamId: source.kind === 'gap' ? null : teamId }
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

function contentsOf({ championship, byes }: BracketRound): Content[] {
  return [
    ...championship.map((pairing) => ({ kind: 'game' as const, pairing })),
    ...byes.map((teamId) => ({ kind: 'bye' as const, teamId })),
  ]
}

function teamIdsOf(content: Content): number[] {
  if (content.kind === 'game') return [content.pairing.home.team_id, content.pairing.away.team_id]
  return content.kind === 'bye' ? [content.teamId] : []
}

function sumRows(before: Node['before']): number {
  return before.reduce((sum, { node }) => sum + node.rows, 0)
}
