import { expect, it } from 'vitest'
import { classifyRedirect } from './sheets.ts'

const EXPORT_URL = new URL('https://docs.google.com/spreadsheets/d/x/export')

const classify = (location: string, from: URL, configured = from) => {
  const hop = classifyRedirect(location, from, configured)
  return hop instanceof URL ? hop.href : hop
}

it.each([
  [
    'https://doc-0g-9c-sheets.googleusercontent.com/export/a?b=c',
    'https://doc-0g-9c-sheets.googleusercontent.com/export/a?b=c',
  ],
  ['https://docs.google.com/other', 'https://docs.google.com/other'],
  ['/relative', 'https://docs.google.com/relative'],
  ['https://accounts.google.com/v3/signin', 'private'],
  ['http://doc-0g-9c-sheets.googleusercontent.com/export', 'elsewhere'],
  ['http://docs.google.com/other', 'elsewhere'],
  ['https://docs.google.com:8443/other', 'elsewhere'],
  ['https://googleusercontent.com/export', 'elsewhere'],
  ['https://evilgoogleusercontent.com/export', 'elsewhere'],
  ['https://x.googleusercontent.com.example.org/', 'elsewhere'],
  ['https://someone:secret@docs.google.com/', 'elsewhere'],
  ['https://drive.google.com/', 'elsewhere'],
  ['http://127.0.0.1:3000/', 'elsewhere'],
])('classifies a redirect from Google to %s as %s', (location, expected) => {
  expect(classify(location, EXPORT_URL)).toBe(expected)
})

it.each([
  ['http://127.0.0.1:5000/x', 'http://127.0.0.1:5000/x'],
  ['http://localhost:1/x', 'http://localhost:1/x'],
  ['http://[::1]:7/x', 'http://[::1]:7/x'],
  ['https://x.googleusercontent.com/x', 'https://x.googleusercontent.com/x'],
  ['http://127.0.0.1.example.org/x', 'elsewhere'],
  ['http://10.0.0.1/x', 'elsewhere'],
])('classifies a redirect from a loopback address to %s as %s', (location, expected) => {
  expect(classify(location, new URL('http://127.0.0.1:4000/'))).toBe(expected)
})

it('compares a redirect with the configured host, not with the host that sent it', () => {
  const content = new URL('https://x.googleusercontent.com/a')
  expect(classify('/b', content, EXPORT_URL)).toBe('https://x.googleusercontent.com/b')
  expect(classify('http://127.0.0.1/', new URL('http://127.0.0.1/'), EXPORT_URL)).toBe('elsewhere')
})
