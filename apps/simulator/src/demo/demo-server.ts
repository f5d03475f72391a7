import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SERVER_PROGRAM = fileURLToPath(new URL('../../server/dist/main-with-clock.js', import.meta.url))

/** A clock that another process can follow: the system clock with an offset, or a time that runs at a speed. */
export type ClockState = { offsetMs: number } | { atMs: number; speed: number }

export type DemoSiteAddress = {
  publicUrl: string
  localUrl: string
  adminCode: string
  needsAdmin: boolean
}

export interface DemoServer {
  /** Rejects with a ServerExitedError if the server cannot start. It has printed the reason. */
  listening: Promise<DemoSiteAddress>
  /** Resolves when the server follows the clock and has written its log. */
  setClock(clock: ClockState): Promise<void>
  exited: Promise<number>
  stop(): Promise<void>
}

export class ServerExitedError extends Error {
  override name = 'ServerExitedError'
}

export function startDemoServer(env: NodeJS.ProcessEnv, clock: ClockState): DemoServer {
  const child = fork(SERVER_PROGRAM, {
    env,
    execArgv: [...process.execArgv, '--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => Number(code ?? 1))
  const failed = exited.then((code) => {
    throw new ServerExitedError(`the server exited with code ${code}`)
  })
  const nextMessage = async () => {
    const [message] = (await Promise.race([once(child, 'message'), failed])) as [unknown]
    return message
  }
  const listening = nextMessage() as Promise<DemoSiteAddress>
  let lastChange: Promise<unknown> = listening
  child.send({ clock })
  return {
    listening,
    async setClock(newClock) {
      // One at a time, so that each response belongs to its own change.
      const change = lastChange.then(() => {
        const response = nextMessage()
        child.send({ clock: newClock })
        return response
      })
      lastChange = change
      await change
    },
    exited,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
