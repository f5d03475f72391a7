import { expect, it } from 'vitest'
import { createMemoryLog } from '../testing/memory-log.ts'
import { createMailQueue } from './mail-queue.ts'
import { noMailer } from './no-mailer.ts'

/** A busy machine may take its time. */
const POLL_OPTIONS = { timeout: 10_000 }

function createBarrier() {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass }
}

it('does three things at once, and the rest in turn', async () => {
  const outbox = createMailQueue(createMemoryLog().log)
  const begun: number[] = []
  const gates = Array.from({ length: 5 }, createBarrier)
  for (const [index, gate] of gates.entries()) {
    outbox.enqueue(async () => {
      begun.push(index)
      await gate.passed
    })
  }
  await expect.poll(() => begun, POLL_OPTIONS).toEqual([0, 1, 2])
  gates[1]?.pass()
  await expect.poll(() => begun, POLL_OPTIONS).toEqual([0, 1, 2, 3])
  for (const gate of gates) gate.pass()
  await outbox.settled()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

it('logs what fails, and goes on', async () => {
  const { log, lines } = createMemoryLog()
  const outbox = createMailQueue(log)
  const done: string[] = []
  outbox.enqueue(async () => {
    throw new Error('no room')
  })
  outbox.enqueue(async () => void done.push('next'))
  await outbox.settled()
  expect(done).toEqual(['next'])
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'a letter was not sent',
      err: expect.objectContaining({ message: 'no room' }),
    }),
  ])
})

it('takes no more than it can remember', async () => {
  const { log, lines } = createMemoryLog()
  const outbox = createMailQueue(log)
  const gate = createBarrier()
  let begun = 0
  for (let count = 0; count < 600; count += 1) {
    outbox.enqueue(() => {
      begun += 1
      return gate.passed
    })
    if (count === 10) await expect.poll(() => begun, POLL_OPTIONS).toBe(3)
  }
  gate.pass()
  await outbox.settled()
  expect(begun).toBe(503)
  expect(lines).toHaveLength(97)
})

it('waits for what is under way, and gives it up when the grace is over', async () => {
  const outbox = createMailQueue(createMemoryLog().log)
  const ends: string[] = []
  const gate = createBarrier()
  outbox.enqueue(async () => {
    await gate.passed
    ends.push('sent')
  })
  outbox.enqueue(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ends.push('given up')
          resolve()
        })
      }),
  )
  gate.pass()
  outbox.abortAfter(20)
  await outbox.settled()
  expect(ends).toEqual(['sent', 'given up'])
})

it('sends nothing without a mail server, and says so once a letter', async () => {
  const { log, lines } = createMemoryLog()
  const mailer = noMailer(log)
  const letter = { to: 'ada@league.example', subject: 'Ahoy', text: 'https://secret', html: 'https://secret' }
  await mailer.send(letter, new AbortController().signal)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a letter was not sent: SMTP_URL is not set'])
  expect(lines.join('')).not.toMatch(/secret|ada/)
})
