import {
  type CSSProperties,
  type HTMLAttributes,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
import displayStyles from '../display/display.module.css'
import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './feedback.module.css'

/** The timing of a loader: `step` in percent, times in milliseconds. */
type LoaderTiming = { tickMs: number; step: number; messageMs: number }

/** The timing on the league screen. Source: specification, 9 "Loading". */
export const LEAGUE_TIMING: LoaderTiming = { tickMs: 120, step: 0.6, messageMs: 4000 }

/** The timing in Admin and History. Source: specification, 9 "Loading". */
export const SLOW_TIMING: LoaderTiming = { tickMs: 130, step: 0.6, messageMs: 3200 }

const MAX_PENDING_PERCENT = 96

/** How long the bar shows 100 percent. Nobody who asked for less motion waits for the end of an animation. */
const finishMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200)

type ProgressLoaderProps = {
  isLoading: boolean
  messages: readonly string[]
  timing: LoaderTiming
  children?: () => ReactNode
}

export function ProgressLoader({ isLoading, messages, timing, children }: ProgressLoaderProps) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading) return
    // A transition keeps the page responsive while large content is rendered.
    const timer = setTimeout(() => startTransition(() => setShown(false)), finishMs())
    return () => clearTimeout(timer)
  }, [isLoading])

  if (!isLoading && !isShown) return children?.() ?? null
  return <LoaderBar isDone={!isLoading} messages={messages} timing={timing} />
}

type LoaderBarProps = Pick<ProgressLoaderProps, 'messages' | 'timing'> & { isDone: boolean }

function LoaderBar({ isDone, messages, timing }: LoaderBarProps) {
  const [waitedMs, setWaitedMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setWaitedMs((waited) => waited + timing.tickMs), timing.tickMs)
    return () => clearInterval(timer)
  }, [timing])

  const progress = progressAfter(waitedMs, timing, isDone)
  const message = messageAfter(waitedMs, timing, messages)
  return (
    <Stack gap={3} className={styles.loader}>
      <progress aria-label={message} value={progress} max={100} />
      <p className={ui.muted} role="status">
        {message}
      </p>
    </Stack>
  )
}

/** The progress in percent after a waiting time: one step per tick up to 96, then 100 when done. */
export function progressAfter(waitedMs: number, timing: LoaderTiming, isDone: boolean): number {
  if (isDone) return 100
  return Math.min(MAX_PENDING_PERCENT, Math.floor(waitedMs / timing.tickMs) * timing.step)
}

export function messageAfter(waitedMs: number, timing: LoaderTiming, messages: readonly string[]): string {
  return messages[Math.floor(waitedMs / timing.messageMs) % messages.length] ?? ''
}

type TrackProps = {
  /** Where there is a line, from 0 to 1; none by default. */
  zero?: number
  isShort?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** What bars are drawn on. Hidden from assistive technology, because the numbers are next to it. */
export function Track({ zero, isShort = false, className = '', children }: TrackProps) {
  return (
    <span
      className={`${displayStyles.track} ${className}`}
      data-short={isShort || undefined}
      data-zero={zero !== undefined || undefined}
      style={zero === undefined ? undefined : ({ '--zero': `${zero * 100}%` } as CSSProperties)}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}

type BarProps = HTMLAttributes<HTMLSpanElement> & {
  /** From 0 to 1. */
  from?: number
  to: number
  [data: `data-${string}`]: string | boolean | undefined
}

export function Bar({ from = 0, to, className = '', ...rest }: BarProps) {
  const style = { left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` }
  return <span {...rest} className={`${displayStyles.bar} ${className}`} style={style} />
}
