import { expect, it } from 'vitest'
import { parseWebhookUrl, webhookMessage } from './webhook.ts'

const HOSTS = {
  discord: 'https://discord.com',
  slack: 'https://hooks.slack.com',
  groupme: 'https://api.groupme.com',
}

it.each([
  ['https://discord.com/api/webhooks/123/Ab-_9', 'discord'],
  [' https://discordapp.com/api/webhooks/123/Ab ', 'discord'],
  ['https://ptb.discord.com/api/v10/webhooks/123/Ab', 'discord'],
  ['https://hooks.slack.com/services/T0/B0/abc', 'slack'],
  ['https://api.groupme.com/v3/bots/post?bot_id=0a1b2c', 'groupme'],
])('accepts %s as a webhook URL', (address, form) => {
  expect(parseWebhookUrl(address, HOSTS)).toEqual({ form, address: address.trim() })
})

it.each([
  '',
  'discord.com/api/webhooks/123/Ab',
  'http://discord.com/api/webhooks/123/Ab',
  'https://discord.com:8443/api/webhooks/123/Ab',
  'https://discord.com.evil.example/api/webhooks/123/Ab',
  'https://evil.example/api/webhooks/123/Ab',
  'https://someone@discord.com/api/webhooks/123/Ab',
  'https://discord.com/api/webhooks/123/../../users',
  'https://hooks.slack.com/api/webhooks/123/Ab',
  'https://hooks.slack.com/services/T0/B0',
  'https://api.groupme.com/v3/bots/post',
  'https://api.groupme.com/v3/bots/post?bot_id=',
  'https://api.groupme.com/v3/bots/post?bot_id=a/b',
  'https://api.groupme.com/v3/bots?bot_id=0a1b2c',
])('rejects "%s" as a webhook URL', (address) => {
  expect(parseWebhookUrl(address, HOSTS)).toBe(null)
})

it('accepts only the configured host when a host is configured', () => {
  const hosts = { ...HOSTS, discord: 'http://127.0.0.1:4000' }
  expect(parseWebhookUrl('http://127.0.0.1:4000/api/webhooks/1/x', hosts)?.form).toBe('discord')
  expect(parseWebhookUrl('https://discordapp.com/api/webhooks/1/x', hosts)).toBe(null)
})

it('removes the query string and fragment from a webhook URL', () => {
  expect(parseWebhookUrl('https://discord.com/api/webhooks/1/x?wait=true#y', HOSTS)?.address).toBe(
    'https://discord.com/api/webhooks/1/x',
  )
})

it('escapes markup so that names are shown literally', () => {
  const text = 'The *Stars* & <@everyone>, 1.0\n\n_b_'
  expect(webhookMessage('discord', text)).toEqual({
    content: 'The \\*Stars\\* & <@everyone\\>, 1.0\n\n\\_b\\_',
    allowed_mentions: { parse: [] },
  })
  expect(webhookMessage('slack', text)).toMatchObject({
    text: 'The *Stars* &amp; &lt;@everyone&gt;, 1.0\n\n_b_',
    mrkdwn: false,
  })
})

it('truncates messages that are too long for Discord at the end of a line', () => {
  const line = 'Anchors 101.5'
  const { content } = webhookMessage('discord', Array.from({ length: 300 }, () => line).join('\n'))
  expect(String(content).length).toBeLessThanOrEqual(2000)
  expect(String(content)).toMatch(/Anchors 101.5\n…$/)
})
