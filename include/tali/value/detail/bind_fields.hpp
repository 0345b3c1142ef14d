// SPDX-License-Identifier: BSL-1.0
// Structured bindings for 1 to 64 fields: the only way in C++20 to access the parts of an aggregate. The number of
// parts must be spelled out. Each case passes to f the parts and, as template arguments, their declared types (only
// decltype of a binding shows whether a member is a reference). Written by tools/write_bind_fields; do not edit.
#pragma once

#include <cstddef>

namespace tali::detail {

inline constexpr std::size_t most_bindable_fields = 64;

template <std::size_t Count>
struct field_binder;

template <>
struct field_binder<0> {
  template <class T, class F>
  static constexpr decltype(auto) bind(T&, F&& f) {
    return f();
  }
};

// clang-format off
template<>
struct field_binder<1> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0] = object;
    return f.template operator()<decltype(a0)>(a0);
  }
};

template<>
struct field_binder<2> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1] = object;
    return f.template operator()<decltype(a0), decltype(a1)>(a0, a1);
  }
};

template<>
struct field_binder<3> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2)>(a0, a1, a2);
  }
};

template<>
struct field_binder<4> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3)>(a0, a1, a2, a3);
  }
};

template<>
struct field_binder<5> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4)>(a0, a1, a2, a3,
      a4);
  }
};

template<>
struct field_binder<6> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4),
      decltype(a5)>(a0, a1, a2, a3, a4, a5);
  }
};

template<>
struct field_binder<7> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6)>(a0, a1, a2, a3, a4, a5, a6);
  }
};

template<>
struct field_binder<8> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7)>(a0, a1, a2, a3, a4, a5, a6, a7);
  }
};

template<>
struct field_binder<9> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8)>(a0, a1, a2, a3, a4, a5, a6, a7, a8);
  }
};

template<>
struct field_binder<10> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9);
  }
};

template<>
struct field_binder<11> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9,
      a10);
  }
};

template<>
struct field_binder<12> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11)>(a0, a1, a2, a3, a4, a5,
      a6, a7, a8, a9, a10, a11);
  }
};

template<>
struct field_binder<13> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12)>(a0, a1, a2,
      a3, a4, a5, a6, a7, a8, a9, a10, a11, a12);
  }
};

template<>
struct field_binder<14> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13);
  }
};

template<>
struct field_binder<15> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14);
  }
};

template<>
struct field_binder<16> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15);
  }
};

template<>
struct field_binder<17> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16);
  }
};

template<>
struct field_binder<18> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17);
  }
};

template<>
struct field_binder<19> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18);
  }
};

template<>
struct field_binder<20> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19);
  }
};

template<>
struct field_binder<21> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20);
  }
};

template<>
struct field_binder<22> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21] =
      object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21);
  }
};

template<>
struct field_binder<23> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22] =
      object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22);
  }
};

template<>
struct field_binder<24> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23);
  }
};

template<>
struct field_binder<25> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24);
  }
};

template<>
struct field_binder<26> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25);
  }
};

template<>
struct field_binder<27> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26);
  }
};

template<>
struct field_binder<28> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27);
  }
};

template<>
struct field_binder<29> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28);
  }
};

template<>
struct field_binder<30> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29);
  }
};

template<>
struct field_binder<31> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30);
  }
};

template<>
struct field_binder<32> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
      a31);
  }
};

template<>
struct field_binder<33> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27,
      a28, a29, a30, a31, a32);
  }
};

template<>
struct field_binder<34> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26, a27, a28, a29, a30, a31, a32, a33);
  }
};

template<>
struct field_binder<35> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34);
  }
};

template<>
struct field_binder<36> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35);
  }
};

template<>
struct field_binder<37> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36);
  }
};

template<>
struct field_binder<38> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33,
      a34, a35, a36, a37);
  }
};

template<>
struct field_binder<39> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
      a31, a32, a33, a34, a35, a36, a37, a38);
  }
};

template<>
struct field_binder<40> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27,
      a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39);
  }
};

template<>
struct field_binder<41> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40);
  }
};

template<>
struct field_binder<42> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41);
  }
};

template<>
struct field_binder<43> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39,
      a40, a41, a42);
  }
};

template<>
struct field_binder<44> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43] =
      object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36,
      a37, a38, a39, a40, a41, a42, a43);
  }
};

template<>
struct field_binder<45> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44] =
      object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33,
      a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44);
  }
};

template<>
struct field_binder<46> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
      a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45);
  }
};

template<>
struct field_binder<47> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27,
      a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46);
  }
};

template<>
struct field_binder<48> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47);
  }
};

template<>
struct field_binder<49> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42,
      a43, a44, a45, a46, a47, a48);
  }
};

template<>
struct field_binder<50> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39,
      a40, a41, a42, a43, a44, a45, a46, a47, a48, a49);
  }
};

template<>
struct field_binder<51> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36,
      a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50);
  }
};

template<>
struct field_binder<52> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33,
      a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51);
  }
};

template<>
struct field_binder<53> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
      a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52);
  }
};

template<>
struct field_binder<54> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27,
      a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49,
      a50, a51, a52, a53);
  }
};

template<>
struct field_binder<55> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47,
      a48, a49, a50, a51, a52, a53, a54);
  }
};

template<>
struct field_binder<56> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42,
      a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55);
  }
};

template<>
struct field_binder<57> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39,
      a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56);
  }
};

template<>
struct field_binder<58> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14,
      a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36,
      a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57);
  }
};

template<>
struct field_binder<59> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11,
      a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33,
      a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55,
      a56, a57, a58);
  }
};

template<>
struct field_binder<60> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58), decltype(a59)>(a0, a1, a2, a3, a4, a5, a6, a7, a8,
      a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30,
      a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52,
      a53, a54, a55, a56, a57, a58, a59);
  }
};

template<>
struct field_binder<61> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58), decltype(a59), decltype(a60)>(a0, a1, a2, a3, a4,
      a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27,
      a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49,
      a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60);
  }
};

template<>
struct field_binder<62> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58), decltype(a59), decltype(a60), decltype(a61)>(a0, a1,
      a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25,
      a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44, a45, a46, a47,
      a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61);
  }
};

template<>
struct field_binder<63> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, a62] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58), decltype(a59), decltype(a60), decltype(a61),
      decltype(a62)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20,
      a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42,
      a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, a62);
  }
};

template<>
struct field_binder<64> {
  template<class T, class F>
  static constexpr decltype(auto) bind(T& object, F&& f) {
    auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22,
      a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43, a44,
      a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61, a62, a63] = object;
    return f.template operator()<decltype(a0), decltype(a1), decltype(a2), decltype(a3), decltype(a4), decltype(a5),
      decltype(a6), decltype(a7), decltype(a8), decltype(a9), decltype(a10), decltype(a11), decltype(a12),
      decltype(a13), decltype(a14), decltype(a15), decltype(a16), decltype(a17), decltype(a18), decltype(a19),
      decltype(a20), decltype(a21), decltype(a22), decltype(a23), decltype(a24), decltype(a25), decltype(a26),
      decltype(a27), decltype(a28), decltype(a29), decltype(a30), decltype(a31), decltype(a32), decltype(a33),
      decltype(a34), decltype(a35), decltype(a36), decltype(a37), decltype(a38), decltype(a39), decltype(a40),
      decltype(a41), decltype(a42), decltype(a43), decltype(a44), decltype(a45), decltype(a46), decltype(a47),
      decltype(a48), decltype(a49), decltype(a50), decltype(a51), decltype(a52), decltype(a53), decltype(a54),
      decltype(a55), decltype(a56), decltype(a57), decltype(a58), decltype(a59), decltype(a60), decltype(a61),
      decltype(a62), decltype(a63)>(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17,
      a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39,
      a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59, a60, a61,
      a62, a63);
  }
};
// clang-format on

} // namespace tali::detail
