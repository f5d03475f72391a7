import { rounded, table } from '../table.ts'
import type { RequestCost } from './measure-requests.ts'

/** How many times longer an operation may take with many leagues. */
const MAX_SLOWDOWN = 1.3

/**
 * Returns the tables of all operations: those whose cost must not grow with the number of leagues, then those
 * whose responses grow with it.
 * @param operations with costs from the fewest leagues to the most
 * @param leagueCounts in the order of the costs
 */
export function operationTable(operations: readonly RequestCost[], leagueCounts: readonly number[]) {
  const constant = operations.filter(({ grows }) => grows === null)
  const growing = operations.filter(({ grows }) => grows !== null)
  const columns = (unit: string) =>
    leagueCounts.map((count, index) =>
      index === 0 ? `${unit}: ${count} leagues` : count.toLocaleString('en-US'),
    )
  return [
    table(
      ['operation', 'user', 'statements', 'rows', ...columns('pages'), ...columns('ms'), 'ratio'],
      constant.map((operation) => [
        operation.name,
        operation.who,
        lastCost(operation).statements,
        lastCost(operation).rows,
        ...operation.costs.map(({ pages }) => pages),
        ...operation.costs.map(({ ms }) => rounded(ms, 2)),
        rounded(slowdownOf(operation), 2),
      ]),
    ),
    describeViolations(constant),
    table(
      ['operation', 'user', 'rows', 'KB', ...columns('ms'), 'reason'],
      growing.map((operation) => [
        operation.name,
        operation.who,
        lastCost(operation).rows,
        rounded(lastCost(operation).bytes / 1024),
        ...operation.costs.map(({ ms }) => rounded(ms, 1)),
        operation.grows ?? '',
      ]),
    ),
    table(
      ['operation', 'user', 'index or table'],
      constant.map(({ name, who, plan }) => [name, who, plan.join(', ')]),
    ),
  ].join('\n\n')
}

function lastCost({ costs }: RequestCost) {
  const cost = costs.at(-1)
  if (cost === undefined) throw new Error('an operation has no costs')
  return cost
}

function slowdownOf(operation: RequestCost) {
  return lastCost(operation).ms / (operation.costs[0]?.ms ?? Number.NaN)
}

/**
 * Returns sentences that name the operations that take longer with more leagues, and those that scan a table
 * that grows with the number of leagues.
 */
export function describeViolations(operations: readonly RequestCost[]) {
  const slower = operations.filter((operation) => slowdownOf(operation) > MAX_SLOWDOWN)
  const scanning = operations.filter(({ whole }) => whole.length > 0)
  const listOf = (listed: readonly RequestCost[]) =>
    listed.map(({ name, who, whole }) => [`${name} as ${who}`, ...whole].join(': ')).join('; ')
  return [
    slower.length === 0
      ? `No operation takes more than ${MAX_SLOWDOWN} times as long.`
      : `More than ${MAX_SLOWDOWN} times as long: ${listOf(slower)}.`,
    scanning.length === 0
      ? 'No operation scans a table that grows.'
      : `Scans a table that grows: ${listOf(scanning)}.`,
  ].join(' ')
}

export function scheduledWorkTable(
  costs: readonly { work: string; ms: number; statements: number; note: string }[],
) {
  return table(
    ['work', 'ms', 'statements', ''],
    costs.map(({ work, ms, statements, note }) => [work, rounded(ms), statements, note]),
  )
}
