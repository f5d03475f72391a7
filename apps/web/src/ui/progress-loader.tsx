import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { type LoaderTiming, messageAfter, progressAfter } from './progress.ts'
import styles from './progress-loader.module.css'

const FINISH_MS = 200

type Props = {
  isLoading: boolean
  messages: readonly string[]
  timing: LoaderTiming
  /** Drawn once loading is done and the bar has shown 100 %. */
  children?: () => ReactNode
}

/** A bar that creeps while something loads, then finishes and gives way to what was loaded. */
export function ProgressLoader({ isLoading, messages, timing, children }: Props) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading) return
    // What was loaded may be long: the page answers to a finger while it is drawn.
    const timer = setTimeout(() => startTransition(() => setShown(false)), FINISH_MS)
    return () => clearTimeout(timer)
  }, [isLoading])

  if (!isLoading && !isShown) return children?.() ?? null
  return <Bar isDone={!isLoading} messages={messages} timing={timing} />
}

type BarProps = Pick<Props, 'messages' | 'timing'> & { isDone: boolean }

function Bar({ isDone, messages, timing }: BarProps) {
  const [waitedMs, setWaitedMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setWaitedMs((waited) => waited + timing.tickMs), timing.tickMs)
    return () => clearInterval(timer)
  }, [timing])

  const progress = progressAfter(waitedMs, timing, isDone)
  const message = messageAfter(waitedMs, timing, messages)
  return (
    <div className={styles['loader']}>
      <div
        className={styles['bar']}
        role="progressbar"
        aria-label={message}
        aria-valuenow={Math.round(progress)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={styles['done']} style={{ width: `${progress}%` }} />
      </div>
      <p className={styles['message']} role="status">
        {message}
      </p>
    </div>
  )
}
