import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, type Transferable, Worker } from 'node:worker_threads'

/** More would wait for seconds. */
const MAX_WAITING = 20
const DEFAULT_TIMEOUT_MS = 20_000
/** An unused thread takes tens of megabytes. */
const MAX_IDLE_MS = 60_000

/** Work in another thread, one task at a time, so that it holds up no request. */
export interface TaskThread<Task, Result> {
  /**
   * null if too many tasks are waiting. Rejects if the task fails or takes too long.
   * @param transfer parts of the task that are given away instead of copied
   */
  run(task: Task, transfer?: readonly Transferable[]): Promise<Result | null>
  close(): Promise<void>
}

type Response<Result> = { result: Result } | { error: unknown }

type Waiter<Task, Result> = PromiseWithResolvers<Result> & { task: Task; transfer: readonly Transferable[] }

/**
 * The program of a thread, by its name. It is next to the module in the source, and next to the server after a build.
 *
 * @param module The `import.meta.url` of the module next to the program.
 */
export function threadProgram(name: string, module: string): URL {
  return new URL(`./${name}.${module.endsWith('.ts') ? 'ts' : 'js'}`, module)
}

/**
 * Starts with the first task, ends when it is not used for `idleMs`, and does not keep the process running without a
 * task. `program` calls `serveTasks`.
 */
export function taskThread<Task, Result>(
  program: URL,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
  idleMs: number = MAX_IDLE_MS,
): TaskThread<Task, Result> {
  /** The thread is working on the first one. */
  const waiters: Waiter<Task, Result>[] = []
  let thread: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  return {
    run(task, transfer = []) {
      if (waiters.length >= MAX_WAITING) return Promise.resolve(null)
      const waiter = { task, transfer, ...Promise.withResolvers<Result>() }
      waiters.push(waiter)
      if (waiters.length === 1) runNext()
      return waiter.promise
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await thread?.terminate()
    },
  }

  function runNext(): void {
    clearTimeout(timer)
    const [waiter] = waiters
    if (waiter === undefined) {
      thread?.unref()
      timer = setTimeout(endIdleThread, idleMs).unref()
      return
    }
    thread ??= startThread()
    try {
      thread.postMessage(waiter.task, waiter.transfer)
    } catch (error) {
      // A task that cannot be copied is no reason to keep the others waiting.
      waiters.shift()
      waiter.reject(error)
      runNext()
      return
    }
    thread.ref()
    timer = setTimeout(() => void thread?.terminate(), timeoutMs)
  }

  function endIdleThread(): void {
    const idle = thread
    // The next task must not be sent to a thread that is about to end.
    thread = null
    void idle?.terminate()
  }

  function startThread(): Worker {
    const started = new Worker(program)
    started.on('message', (response: Response<Result>) => {
      const waiter = waiters.shift()
      if ('error' in response) waiter?.reject(response.error)
      else waiter?.resolve(response.result)
      runNext()
    })
    started.on('error', (error) => endThread(started, error))
    started.on('exit', () => endThread(started, new Error('the thread has ended')))
    return started
  }

  /** Rejects the task that was being worked on; the next one gets a new thread. After the end, rejects all. */
  function endThread(ended: Worker, error: Error): void {
    if (thread !== ended) return
    thread = null
    const rejected = waiters.splice(0, isClosed ? waiters.length : 1)
    for (const { reject } of rejected) reject(error)
    if (waiters.length > 0) runNext()
  }
}

/** In the program of a thread: does the tasks that it gets, in their order. */
export function serveTasks(work: (task: never) => unknown): void {
  // Linux has a priority for each thread. Elsewhere this would concern the whole process.
  if (process.platform === 'linux')
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS))
  const respond = (response: Response<unknown>) => parentPort?.postMessage(response, [])
  parentPort?.on('message', (task: unknown) => {
    const start = async () => work(task as never)
    start().then(
      (result) => respond({ result }),
      (error: unknown) => respond({ error }),
    )
  })
}

/** A third of the processor time of a thread that answers requests, if there is not enough for both. */
const NICENESS = 5
