import type {} from '@vitest/browser-playwright'
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Plays animations until the test ends. Other tests run with reduced motion, as drawing animations takes time. */
export async function allowMotion(): Promise<void> {
  await emulateMotion('no-preference')
  onTestFinished(() => emulateMotion('reduce'))
}

async function emulateMotion(value: 'no-preference' | 'reduce'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}
