import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it, vi } from 'vitest'
import { BusyError, boundedQueue, queuePerKey } from '../threads/work-queues.ts'

/** A task that runs until it is released. */
function startTask() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { task: vi.fn<() => Promise<string>>(() => promise), release: resolve }
}

it('runs a few tasks at a time, in order', async () => {
  const queue = boundedQueue({ maxConcurrent: 2, maxWaiting: 5, maxWaitMs: 60_000 })
  const tasks = [startTask(), startTask(), startTask()]
  const results = tasks.map(({ task }) => queue.run('ada', task))
  await vi.waitFor(() => expect(tasks.map(({ task }) => task.mock.calls.length)).toEqual([1, 1, 0]))
  tasks[1]?.release('second')
  await vi.waitFor(() => expect(tasks[2]?.task).toHaveBeenCalled())
  tasks[0]?.release('first')
  tasks[2]?.release('third')
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third'])
})

it('rejects a task when too many are waiting, and runs others again later', async () => {
  const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  const [running, waiting] = [startTask(), startTask()]
  const results = [queue.run('ada', running.task), queue.run('ada', waiting.task)]
  await expect(queue.run('ada', startTask().task)).rejects.toThrow(BusyError)
  running.release('a')
  waiting.release('b')
  expect(await Promise.all(results)).toEqual(['a', 'b'])
  expect(await queue.run('ada', async () => 'c')).toBe('c')
})

it('rejects a task that waits too long, and never runs it', async () => {
  vi.useFakeTimers()
  try {
    const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 5, maxWaitMs: 1000 })
    const [running, waiting] = [startTask(), startTask()]
    const first = queue.run('ada', running.task)
    const second = queue.run('ada', waiting.task).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toBeInstanceOf(BusyError)
    running.release('a')
    await first
    expect(waiting.task).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

it('has one task of a key at a time, while those of others run', async () => {
  const ofLeague = queuePerKey({ maxConcurrent: 1, maxWaiting: 1, maxWaitMs: 60_000 })
  const [first, second, other] = [startTask(), startTask(), startTask()]
  const results = [
    ofLeague(1).run('a', first.task),
    ofLeague(1).run('a', second.task),
    ofLeague(2).run('a', other.task),
  ]
  await vi.waitFor(() => expect(other.task).toHaveBeenCalled())
  expect(second.task).not.toHaveBeenCalled()
  await expect(ofLeague(1).run('a', startTask().task)).rejects.toThrow(BusyError)
  for (const task of [first, second, other]) task.release('done')
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done'])
})

it('rejects with the error of the task', async () => {
  const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 1, maxWaitMs: 1000 })
  await expect(queue.run('ada', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('ada', async () => 1)).toBe(1)
})

it('takes the tasks of several clients in turn, so that nobody waits for all tasks of another', async () => {
  const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 10, maxWaitMs: 60_000 })
  const order: string[] = []
  const clients = ['flood', 'flood', 'flood', 'flood', 'ada', 'ben', 'ben']
  await Promise.all(clients.map((client) => queue.run(client, async () => void order.push(client))))
  expect(order).toEqual(['flood', 'flood', 'ada', 'ben', 'flood', 'ben', 'flood'])
})

it('rejects the newest task of the client with the most, to have room for others', async () => {
  const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 4, maxWaitMs: 60_000 })
  const running = startTask()
  const first = queue.run('flood', running.task)
  const enqueue = (client: string, name: string) =>
    queue.run(client, async () => name).catch((error: unknown) => (error as Error).name)
  const results = [
    ...['flood 1', 'flood 2', 'flood 3', 'flood 4'].map((name) => enqueue('flood', name)),
    enqueue('ada', 'ada 1'),
    enqueue('ada', 'ada 2'),
    enqueue('ada', 'ada 3'),
    enqueue('ben', 'ben 1'),
  ]
  running.release('done')
  expect(await Promise.all([first, ...results])).toEqual([
    'done',
    'flood 1',
    'BusyError',
    'BusyError',
    'BusyError',
    'ada 1',
    'ada 2',
    'BusyError',
    'ben 1',
  ])
})

it('runs a task in the context of its request, whose rights it has', async () => {
  const queue = boundedQueue({ maxConcurrent: 1, maxWaiting: 10, maxWaitMs: 60_000 })
  const requests = new AsyncLocalStorage<string>()
  const runIn = (request: string) =>
    requests.run(request, () => queue.run(request, async () => requests.getStore()))
  expect(await Promise.all(['ada', 'ben', 'cleo'].map(runIn))).toEqual(['ada', 'ben', 'cleo'])
})
