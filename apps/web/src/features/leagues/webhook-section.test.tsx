import { expect, it } from 'vitest'
import { type Answers, fakeServer, refused } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { WebhookSection } from './webhook-section.tsx'

const GET = 'GET /api/league/:league/webhook/'
const SAVE = 'POST /api/league/:league/webhook/'
const TEST = 'POST /api/league/:league/webhook/test/'

const STORED = {
  form: 'discord',
  saved_at: '2026-10-11T18:30:00Z',
  sent_at: null,
  last_error: null,
} as const

async function section(answers: Answers) {
  const server = fakeServer(answers)
  const screen = await show(<WebhookSection league="Sunday" />)
  return { screen, server }
}

it('saves an address, and says beside the field when it is none', async () => {
  const sentence = 'That is not the address of a webhook of Discord or Slack.'
  const { screen, server } = await section({
    [GET]: { webhook: null },
    [SAVE]: refused(400, 'invalid_input', sentence, { address: sentence }),
  })
  const field = screen.getByLabelText('Webhook of a channel')
  await field.fill('https://example.org/')
  await screen.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(field).toHaveAccessibleDescription(sentence)
  expect(server.sent.find(({ key }) => key === SAVE)?.body).toEqual({ address: 'https://example.org/' })
})

it('is tried with a message, and tells what went wrong', async () => {
  const { screen } = await section({
    [GET]: { webhook: STORED },
    [TEST]: refused(502, 'webhook_failed', 'Discord knows this webhook no more.'),
  })
  await expect.element(screen.getByText(/also sent to Discord/)).toBeVisible()
  await screen.getByRole('button', { name: 'Send a test message' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Discord knows this webhook no more.')
})

it('tells of the last message that did not arrive', async () => {
  const { screen } = await section({ [GET]: { webhook: { ...STORED, last_error: 'Slack said no.' } } })
  await expect.element(screen.getByRole('status')).toHaveTextContent('Slack said no.')
})
