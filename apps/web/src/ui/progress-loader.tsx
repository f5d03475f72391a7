import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { type LoaderTiming, messageAfter, progressAfter } from './progress.ts'
import styles from './progress-loader.module.css'

const FINISH_MS = 200

type Props = {
  isLoading: boolean
  messages: readonly string[]
  timing: LoaderTiming
  /** Rendered when loading is done and the bar has shown 100 percent. */
  children?: () => ReactNode
}

/** A bar that advances slowly while data loads, then finishes and is replaced by the loaded content. */
export function ProgressLoader({ isLoading, messages, timing, children }: Props) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading) return
    // A transition keeps the page responsive while large content is rendered.
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
        <div className={styles['fill']} style={{ width: `${progress}%` }} />
      </div>
      <p className={styles['message']} role="status">
        {message}
      </p>
    </div>
  )
}
