import { useEffect, useState } from 'react'
import { serverClock } from '../api/server-clock.ts'

/** The current time of the server's clock, updated every minute or every `intervalMs`. */
export function useNow(intervalMs = 60_000): Date {
  const [now, setNow] = useState(serverClock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
