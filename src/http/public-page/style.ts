import { UPTIME_DAYS } from '../../core/component/uptime.ts';

/** Colours by what they say; each has a text that says it too. */
const LIGHT =
  '--bg:#f6f7f9;--panel:#fff;--line:#e3e6ea;--text:#16191d;--quiet:#5b6470;--ok:#177245;--work:#2457c5;--slow:#8a6100;--part:#b34700;--down:#c0242b;--on:#fff;--none:#d5d9df';
const DARK =
  '--bg:#111417;--panel:#191d22;--line:#2b3138;--text:#e8eaed;--quiet:#9aa4b0;--ok:#4cc38a;--work:#8ab0ff;--slow:#e5b84b;--part:#ff9b57;--down:#ff7b7f;--on:#0d0f11;--none:#323941';

export const STYLE = `
:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{max-width:46rem;padding:2rem 1rem 3rem;background:var(--bg);color:var(--text);overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0 0 1.25rem}
h2{font-size:1.05rem;margin:2.25rem 0 .75rem}
h3{font-size:1rem;line-height:1.4;margin:0}
p{margin:.35rem 0}
a{color:var(--work)}
.overall{margin:0;padding:1rem 1.25rem;border-radius:.75rem;background:var(--tone);color:var(--on);font-size:1.15rem;font-weight:600}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:.75rem}
.card{padding:1rem 1.25rem;border-left:4px solid var(--tone);margin-bottom:.75rem;scroll-margin-top:1rem}
.card:target{outline:2px solid var(--work);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem}
.row>:first-child{flex:1 1 8rem}
.component{padding:.85rem 1.25rem}
.panel>*+*,.members>*+*{border-top:1px solid var(--line)}
.card>*+*,.subscribe>*+*{border-top:0}
.group>.component .name{font-weight:600}
.members{margin:0 0 .35rem 1.25rem;border-left:2px solid var(--line)}
.members .component{padding:.6rem 1.25rem .6rem 1rem}
.state{display:inline-flex;align-items:center;gap:.45rem;font-size:.9rem;font-weight:600;color:var(--tone);white-space:nowrap}
.state::before{content:"";width:.6rem;height:.6rem;border-radius:50%;background:var(--tone)}
.about,.when,.affects,.told,.span,.quiet,footer{color:var(--quiet);font-size:.9rem}
.told strong{color:var(--text)}
.updates{list-style:none;margin:1rem 0 0;padding:0}
.updates li{position:relative;padding:0 0 .9rem 1.25rem;border-left:2px solid var(--line)}
.updates li:last-child{padding-bottom:0;border-color:transparent}
.updates li::before{content:"";position:absolute;left:-5px;top:.5rem;width:8px;height:8px;border-radius:50%;background:var(--quiet)}
.updates p:first-child{margin-top:0}
.days{--gap:2px;--day:calc(100%/${UPTIME_DAYS});display:flex;height:1.75rem;margin-top:.5rem;mask-image:repeating-linear-gradient(90deg,#000 0,#000 calc(var(--day) - var(--gap)),#0000 calc(var(--day) - var(--gap)),#0000 var(--day))}
.days i{flex-basis:0!important;background:var(--tone)}
.about+.days{margin-top:.6rem}
@media (max-width:30rem){.days{--gap:1px}}
.span{display:flex;justify-content:space-between;gap:.5rem;margin:.2rem 0 0;font-size:.8rem}
.subscribe{padding:1rem 1.25rem}
.field{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:.6rem}
input{flex:1 1 14rem;min-width:0;font:inherit;padding:.65rem .8rem;border:1px solid var(--quiet);border-radius:.5rem;background:var(--bg);color:var(--text)}
.subscribe button{padding:.65rem 1.25rem;background:var(--work);color:var(--on)}
:focus-visible{outline:3px solid var(--work);outline-offset:2px}
footer{margin-top:2.5rem}
.ok{--tone:var(--ok)}.work{--tone:var(--work)}.slow{--tone:var(--slow)}.part{--tone:var(--part)}.down{--tone:var(--down)}.none{--tone:var(--none)}
`;

/** Behind the rest, for pages that want no dark mode. */
export const LIGHT_ONLY = `:root{color-scheme:light}@media (prefers-color-scheme:dark){:root{${LIGHT}}}`;
