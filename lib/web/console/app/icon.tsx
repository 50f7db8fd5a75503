/** The pictures beside the places of the menu: lines of one weight, drawn in the colour of their word. */

const PATHS = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  today: 'M4 13l3-8h10l3 8v6H4zM4 13h5a3 3 0 0 0 6 0h5',
  customers:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.7-6 6-6s6 2.5 6 6M16 4.6a3.5 3.5 0 0 1 0 5.8M18 14.5c1.8.9 3 2.9 3 5.5',
  collections: 'M5 6h14M5 12h14M5 18h9',
  payments: 'M3 7h18v11H3zM3 11h18M7 15h4',
  members: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21c0-4 3-7 7-7s7 3 7 7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  developers: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  audit: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
} as const;

export type Place = keyof typeof PATHS;

export const Icon = ({ of }: { of: Place }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[of]} />
  </svg>
);
