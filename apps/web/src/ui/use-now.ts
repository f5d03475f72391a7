import { useEffect, useState } from 'react'
import { serverClock } from '../api/server-clock.ts'

/** The present moment by the server’s clock, told again every minute or as often as is asked. */
export function useNow(everyMs = 60_000): Date {
  const [now, setNow] = useState(serverClock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
