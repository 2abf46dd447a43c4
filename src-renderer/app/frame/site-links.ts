/** Sections of the landing page; on other pages the links navigate there first. */
export const WHY_US_LINKS = [
  { to: '/#faith-based', label: 'Faith-Centered Approach' },
  { to: '/#testimonials', label: 'Testimonials' },
  { to: '/#meet-creator', label: 'Meet the Creator' },
  { to: '/#how-it-works', label: 'How It Works' },
] as const;

export const FOOTER_PRODUCT_LINKS = [
  { to: '/splash', label: 'About' },
  { to: '/get-started', label: 'Get Started' },
  { to: '/contact', label: 'Contact' },
  { to: '/support', label: 'Support' },
] as const;

export const FOOTER_TRUST_LINKS = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/cookies', label: 'Cookies' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/account-deletion', label: 'Account deletion' },
] as const;
