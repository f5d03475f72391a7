import { expect, it } from 'vitest'
import { keptLog } from '../testing/kept-log.ts'
import { noMailer } from './no-mailer.ts'
import { newOutbox } from './outbox.ts'

/** A busy machine may take its time. */
const PATIENT = { timeout: 10_000 }

function aGate() {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass }
}

it('does three things at once, and the rest in turn', async () => {
  const outbox = newOutbox(keptLog().log)
  const begun: number[] = []
  const gates = Array.from({ length: 5 }, aGate)
  for (const [index, gate] of gates.entries()) {
    outbox.post(async () => {
      begun.push(index)
      await gate.passed
    })
  }
  await expect.poll(() => begun, PATIENT).toEqual([0, 1, 2])
  gates[1]?.pass()
  await expect.poll(() => begun, PATIENT).toEqual([0, 1, 2, 3])
  for (const gate of gates) gate.pass()
  await outbox.settled()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

it('logs what fails, and goes on', async () => {
  const { log, lines } = keptLog()
  const outbox = newOutbox(log)
  const done: string[] = []
  outbox.post(async () => {
    throw new Error('no room')
  })
  outbox.post(async () => void done.push('next'))
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
  const { log, lines } = keptLog()
  const outbox = newOutbox(log)
  const gate = aGate()
  let begun = 0
  for (let count = 0; count < 600; count += 1) {
    outbox.post(() => {
      begun += 1
      return gate.passed
    })
    if (count === 10) await expect.poll(() => begun, PATIENT).toBe(3)
  }
  gate.pass()
  await outbox.settled()
  expect(begun).toBe(503)
  expect(lines).toHaveLength(97)
})

it('waits for what is under way, and gives it up when the grace is over', async () => {
  const outbox = newOutbox(keptLog().log)
  const ends: string[] = []
  const gate = aGate()
  outbox.post(async () => {
    await gate.passed
    ends.push('sent')
  })
  outbox.post(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ends.push('given up')
          resolve()
        })
      }),
  )
  gate.pass()
  outbox.stopAfter(20)
  await outbox.settled()
  expect(ends).toEqual(['sent', 'given up'])
})

it('sends nothing without a mail server, and says so once a letter', async () => {
  const { log, lines } = keptLog()
  const mailer = noMailer(log)
  const letter = { to: 'ada@league.example', subject: 'Ahoy', text: 'https://secret', html: 'https://secret' }
  await mailer.send(letter, new AbortController().signal)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a letter was not sent: SMTP_URL is not set'])
  expect(lines.join('')).not.toMatch(/secret|ada/)
})
