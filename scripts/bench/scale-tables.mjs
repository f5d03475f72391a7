import { rounded, table } from './table.mjs'

/**
 * @typedef {{ ms: number, bytes: number, statements: number, rows: number, pages: number }} OperationCost
 * @typedef {{ name: string, who: string, isRead: boolean, grows: string | null, costs: OperationCost[],
 *   plan: string[], whole: string[] }} OperationCosts the costs from the fewest leagues to the most
 */

/** A call may take so much longer among many leagues. */
const MAX_SLOWDOWN = 1.3

/**
 * Every call among few leagues and many: those whose cost must not grow, then those that are as large as
 * there are leagues.
 * @param {readonly OperationCosts[]} calls
 * @param {readonly number[]} leagues how many, in the order of the costs
 */
export function operationTable(calls, leagues) {
  const flat = calls.filter(({ grows }) => grows === null)
  const growing = calls.filter(({ grows }) => grows !== null)
  const heads = (/** @type {string} */ what) => leagues.map((count) => `${what} ${count}`)
  return [
    table(
      ['call', 'by', 'statements', 'rows', ...heads('pages'), ...heads('ms'), 'ratio'],
      flat.map((call) => [
        call.name,
        call.who,
        lastCost(call).statements,
        lastCost(call).rows,
        ...call.costs.map(({ pages }) => pages),
        ...call.costs.map(({ ms }) => rounded(ms, 2)),
        rounded(slowdownOf(call), 2),
      ]),
    ),
    describeViolations(flat),
    table(
      ['call', 'by', 'rows', 'KB', ...heads('ms'), 'because it'],
      growing.map((call) => [
        call.name,
        call.who,
        lastCost(call).rows,
        rounded(lastCost(call).bytes / 1024),
        ...call.costs.map(({ ms }) => rounded(ms, 1)),
        call.grows ?? '',
      ]),
    ),
    table(
      ['call', 'by', 'found by'],
      flat.map(({ name, who, plan }) => [name, who, plan.join(', ')]),
    ),
  ].join('\n\n')
}

/** @param {OperationCosts} call */
function lastCost({ costs }) {
  const cost = costs.at(-1)
  if (cost === undefined) throw new Error('a call has no cost')
  return cost
}

/** @param {OperationCosts} call */
function slowdownOf(call) {
  return lastCost(call).ms / (call.costs[0]?.ms ?? Number.NaN)
}

/**
 * Which calls cost more where there are more leagues, and which read a table from one end to the other.
 * @param {readonly OperationCosts[]} calls
 */
export function describeViolations(calls) {
  const slower = calls.filter((call) => slowdownOf(call) > MAX_SLOWDOWN)
  const wider = calls.filter(({ whole }) => whole.length > 0)
  const named = (/** @type {readonly OperationCosts[]} */ some) =>
    some.map(({ name, who, whole }) => [`${name} by ${who}`, ...whole].join(': ')).join('; ')
  return [
    slower.length === 0
      ? `No call takes more than ${MAX_SLOWDOWN} times as long.`
      : `Longer than ${MAX_SLOWDOWN} times as long: ${named(slower)}.`,
    wider.length === 0
      ? 'No call reads a table that grows from one end to the other.'
      : `Read from one end to the other: ${named(wider)}.`,
  ].join(' ')
}

/** @param {readonly { work: string, ms: number, statements: number, note: string }[]} costs */
export function scheduledWorkTable(costs) {
  return table(
    ['the schedule’s work', 'ms', 'statements', ''],
    costs.map(({ work, ms, statements, note }) => [work, rounded(ms), statements, note]),
  )
}
