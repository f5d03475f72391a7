import type { WeatherIcon } from '@fieldhouse/domain/nfl/weather'
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
  Warehouse,
} from 'lucide-react'
import hidden from '../../ui/layout/visually-hidden.module.css'
import type { RosterRow } from './use-roster.ts'
import styles from './weather.module.css'

const ICONS: Partial<Record<string, LucideIcon>> = {
  sun: Sun,
  moon: Moon,
  'sun-cloud-small': CloudSun,
  'moon-cloud-small': CloudMoon,
  'sun-cloud': CloudSun,
  'moon-cloud': CloudMoon,
  cloud: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  sleet: CloudHail,
  rain: CloudRain,
  showers: CloudSunRain,
  snow: CloudSnow,
  storm: CloudLightning,
  roof: Warehouse,
} satisfies Record<WeatherIcon, LucideIcon>

type Props = { row: Pick<RosterRow, 'weather_desc' | 'weather_temp_f' | 'weather_icon'> }

/** The weather at kickoff: an icon and the temperature, or a description if either is missing. */
export function Weather({
  row: { weather_desc: description, weather_temp_f: fahrenheit, weather_icon },
}: Props) {
  if (description === null && fahrenheit === null) return null
  const Icon = ICONS[weather_icon ?? '']
  const showsDescription = description !== null && (Icon === undefined || fahrenheit === null)
  return (
    <span className={styles['weather']} title={description ?? undefined}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {description === null ? null : (
        <span className={showsDescription ? undefined : hidden['hidden']}>{description} </span>
      )}
      {fahrenheit === null ? null : `${Math.round(fahrenheit)}°F`}
    </span>
  )
}
